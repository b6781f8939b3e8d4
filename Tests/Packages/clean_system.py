"""clean_system.py ROOT: makes a new Debian 12 (on Ubuntu, an Ubuntu 24.04) in the folder ROOT with debootstrap, from
the servers that this machine's apt uses. Needs root. If the servers can't be reached, prints the
reason; exit status 77.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(sys.argv[1])
SUITES = {"Debian": ("bookworm", "main"), "Ubuntu": ("noble", "main,universe")}


def leave(reason: str) -> None:
    """Ends the script with exit 77 and the reason why no system can be made."""
    print(f"not tried: a clean system, because {reason}")
    sys.exit(77)


def apt_proxies() -> list[str]:
    """The lines of this machine's apt configuration that set proxies."""
    dump = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=True).stdout
    return [line for line in dump.splitlines() if re.match(r'Acquire::https?::Proxy\S* "[^"]', line)]


def mirror() -> tuple[str, str, str]:
    """The address of this machine's package server, and the suite and components that the packages are built for."""
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(LABEL) $(COMPONENT) $(REPO_URI)", "Created-By: Packages"],
        capture_output=True, text=True)
    for line in listed.stdout.splitlines():
        label, component, address = line.split(" ", 2)
        if label in SUITES and component == "main":
            return (address, *SUITES[label])
    leave("apt has no list of Debian's or Ubuntu's packages here; 'apt-get update' gets it")


def main() -> None:
    address, suite, components = mirror()
    for line in apt_proxies():
        found = re.match(r'Acquire::(https?)::Proxy "(.*)";', line)
        if found and found[2] != "DIRECT":
            os.environ.setdefault(f"{found[1]}_proxy", found[2])
    try:
        urllib.request.urlopen(f"{address}dists/{suite}/InRelease", timeout=30).read(100)
    except (urllib.error.URLError, OSError) as error:
        leave(f"the server of this machine's packages can't be reached: {error}")
    began = time.monotonic()
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", f"--components={components}", suite, ROOT, address],
        capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"debootstrap: {made.stdout[-2000:]}{made.stderr[-2000:]}")
    (ROOT / "etc/apt/apt.conf.d/90machine").write_text("".join(f"{line}\n" for line in apt_proxies()))
    shutil.copy("/etc/resolv.conf", ROOT / "etc/resolv.conf")
    # Tells Debian's install scripts not to start services in this system.
    policy = ROOT / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    print(f"a clean {suite} made in {time.monotonic() - began:.0f} s", flush=True)


main()
