"""Which machines can be had here."""
import ctypes
import os
import platform
import shutil

from machine.host import kernel
from machine.host.common import CACHE, Failed


def missing(kinds):
    """Why one of the machines cannot be had, or None."""
    for kind in kinds:
        reason = WAYS[kind]()
        if reason:
            return reason
    return None


def qemu():
    if platform.machine() != "x86_64":
        return "the virtual machine needs an x86-64 host"
    if not shutil.which("qemu-system-x86_64"):
        return "qemu-system-x86 is not installed"
    try:
        kernel.find()
    except Failed as e:
        return str(e)
    return None


def qemu_vkms():
    if qemu():
        return qemu()
    module = os.path.join(CACHE, "modules", kernel.find()[0], "vkms.ko")
    return None if os.path.exists(module) else "vkms is not built for this kernel (machine/modules/build-vkms)"


def qemu_sleep():
    if qemu():
        return qemu()
    module = os.path.join(CACHE, "modules", kernel.find()[0], "vm_sleep.ko")
    return None if os.path.exists(module) else "vm_sleep is not built for this kernel (machine/modules/build-small)"


def qemu_light():
    if qemu():
        return qemu()
    module = os.path.join(CACHE, "modules", kernel.find()[0], "vm_light.ko")
    return None if os.path.exists(module) else "vm_light is not built for this kernel (machine/modules/build-small)"


def e2fsprogs():
    return None if shutil.which("mkfs.ext4") or os.path.exists("/usr/sbin/mkfs.ext4") else "e2fsprogs is not installed"


def uml():
    if platform.machine() != "x86_64":
        return "User-Mode-Linux needs an x86-64 host"
    return None if os.path.exists(os.path.join(CACHE, "uml/linux")) else (
        "the User-Mode-Linux kernel is not built (machine/uml/build)")


def packaging():
    absent = [p for p in ("dpkg-deb", "dpkg-shlibdeps", "patchelf", "strip", "swift") if not shutil.which(p)]
    return "packages cannot be made without %s (scripts/packages package)" % ", ".join(absent) if absent else None


def seatd():
    return None if os.path.exists("/usr/sbin/seatd") else "seatd is not installed"


def recorder():
    return None if shutil.which("libinput") else "libinput-tools is not installed"


def logind():
    absent = [n for n, f in (("dbus", "/usr/bin/dbus-daemon"), ("libpam-systemd", "/usr/share/pam-configs/systemd"))
              if not os.path.exists(f)]
    return "not installed: " + ", ".join(absent) if absent else None


def plymouth():
    theme = "/usr/share/plymouth/themes/spinner/throbber-0001.png"
    return None if os.path.exists("/usr/sbin/plymouthd") and os.path.exists(theme) else (
        "plymouth or plymouth-themes is not installed")


def systemd_analyze():
    return None if shutil.which("systemd-analyze") else "systemd is not installed"


def desktop():
    absent = [n for n, f in (("xvfb", "Xvfb"), ("xdotool", "xdotool"), ("imagemagick", "import"), ("openbox", "openbox"))
              if not shutil.which(f)] + without_library("libsdl2-2.0-0", "libSDL2-2.0.so.0")
    return "not installed: " + ", ".join(absent) if absent else None


def viewer():
    absent = without_library("libvncserver1", "libvncserver.so.1")
    absent += [] if shutil.which("xtigervncviewer") else ["tigervnc-viewer"]
    return desktop() or ("not installed: " + ", ".join(absent) if absent else None)


def without_library(package, name):
    try:
        ctypes.CDLL(name)
    except OSError:
        return [package]
    return []


WAYS = {"desktop": desktop, "e2fsprogs": e2fsprogs, "logind": logind, "packaging": packaging, "plymouth": plymouth, "qemu": qemu,
        "qemu-light": qemu_light, "qemu-sleep": qemu_sleep, "qemu-vkms": qemu_vkms, "recorder": recorder, "seatd": seatd,
        "systemd-analyze": systemd_analyze, "uml": uml, "viewer": viewer}
