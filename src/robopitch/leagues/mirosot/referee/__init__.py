"""The ports of VSSReferee."""
