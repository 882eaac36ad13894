"""Programs for developers of Robopitch, run from the root of the repository; not in the wheel."""
