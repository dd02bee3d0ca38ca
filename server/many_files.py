"""The limit of open files: every connection is one, and the usual 1,024 are soon used up."""

import sys

if sys.platform == "win32":

    def allow_many_files(wanted: int) -> None:
        """Do nothing: Windows limits only files opened through the C library, and connections are not among them."""

else:
    import resource

    def allow_many_files(wanted: int) -> None:
        """Raise this process's limit to `wanted`, or as far as it may. Raises `OSError` or `ValueError`."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
