"""Modules with the interfaces of other simulators, so that programs written for those run on this one."""
