import pytest

from robopitch.spec import load_league


@pytest.fixture(scope="session")
def league():
    return load_league("ssl-div-a")
