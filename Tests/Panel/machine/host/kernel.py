"""Debian's kernel and its modules, as QEMU boots them."""
import glob
import lzma
import os
import re
import subprocess

from .common import CACHE, HERE, Failed

# What is not in Debian's kernel, and what makes it.
BUILT = {"vkms": "build-vkms", "vm_sleep": "build-small", "vm_light": "build-small"}


def find(release=None):
    """(release, path of the bzImage): the given release, or the newest that has its modules."""
    if not release:
        have = [os.path.basename(f)[8:] for f in glob.glob("/boot/vmlinuz-*")]
        have = [r for r in have if os.path.isdir("/lib/modules/" + r)]
        if not have:
            raise Failed("no kernel in /boot has its modules in /lib/modules")
        have.sort(key=lambda r: [int(n) for n in re.findall(r"\d+", r)])
        release = have[-1]
    return release, "/boot/vmlinuz-" + release


def unpacked(release, path):
    """The ELF kernel out of the bzImage: it boots through PVH and so saves the
    guest the slow unpacking. Kept in the cache. None if it cannot be had."""
    out = os.path.join(CACHE, "vmlinux-" + release)
    if os.path.exists(out) and os.path.getmtime(out) >= os.path.getmtime(path):
        return out
    with open(path, "rb") as f:
        data = f.read()
    at = data.find(b"\xfd7zXZ\0")
    if at < 0:
        return None
    try:
        elf = lzma.LZMADecompressor().decompress(data[at:])
    except lzma.LZMAError:
        return None
    if elf[:4] != b"\x7fELF":
        return None
    with open(out + ".%d" % os.getpid(), "wb") as f:
        f.write(elf)
    os.rename(f.name, out)
    return out


def module_files(release, names):
    """Files of the named modules and of all they need, in load order."""
    files = []
    for name in names:
        local = os.path.join(CACHE, "modules", release, name + ".ko")
        if os.path.exists(local):          # built by modules/build-*
            for dep in subprocess.run(["modinfo", "-F", "depends", local], capture_output=True,
                                      text=True).stdout.strip().split(","):
                if dep:
                    files += module_files(release, [dep])
            files.append(local)
            continue
        r = subprocess.run(["modprobe", "-S", release, "--show-depends", name],
                           capture_output=True, text=True)
        if r.returncode:
            raise Failed("kernel %s has no module %s; %s" % (
                release, name, "run %s/modules/%s once" % (HERE, BUILT[name]) if name in BUILT
                else r.stderr.strip()))
        files += [l.split()[1] for l in r.stdout.splitlines() if l.startswith("insmod")]
    return list(dict.fromkeys(files))
