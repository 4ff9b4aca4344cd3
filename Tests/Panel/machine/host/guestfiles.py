"""The files the guest starts with: the initramfs, what is laid over the root filesystem, the guest tools."""
import glob
import lzma
import os
import subprocess

from .common import CACHE, HERE, Failed

# With systemd: units that a test does not need and an emulated processor would
# spend many seconds on.
MASKED = """systemd-journal-flush systemd-update-utmp systemd-random-seed systemd-hwdb-update
    systemd-machine-id-commit systemd-firstboot systemd-sysusers systemd-remount-fs systemd-pstore
    systemd-boot-system-token systemd-modules-load systemd-sysctl systemd-binfmt systemd-repart
    systemd-pcrphase systemd-pcrphase-sysinit systemd-tmpfiles-setup systemd-tmpfiles-setup-dev
    systemd-timesyncd kmod-static-nodes keyboard-setup console-setup apparmor networking ldconfig
    systemd-quotacheck modprobe@configfs modprobe@fuse modprobe@drm modprobe@efi_pstore
    dev-hugepages.mount dev-mqueue.mount sys-kernel-debug.mount sys-kernel-tracing.mount
    sys-kernel-config.mount sys-fs-fuse-connections.mount proc-sys-fs-binfmt_misc.automount
    timers.target systemd-ask-password-console.path systemd-ask-password-wall.path cryptsetup.target
    integritysetup.target veritysetup.target swap.target systemd-initctl.socket
    systemd-journald-audit.socket"""
# The splash screen of the host's plymouth, unless it is asked for.
SPLASH = """plymouth-start plymouth-read-write plymouth-quit plymouth-quit-wait systemd-ask-password-plymouth.path"""


# What is masked all the same where a whole boot is wanted.
NEVER = """systemd-journal-flush systemd-random-seed systemd-hwdb-update systemd-machine-id-commit systemd-firstboot
    systemd-remount-fs systemd-pstore systemd-boot-system-token systemd-repart systemd-timesyncd keyboard-setup console-setup
    apparmor networking ldconfig systemd-quotacheck timers.target systemd-journald-audit.socket"""


def systemd_files(units, start, udev, splash, target):
    """What is laid over the root filesystem before systemd starts: path -> text,
    or path -> ("link", target)."""
    etc = "etc/systemd/system/"
    masked = (MASKED if target == "vm.target" else NEVER).split() + ([] if splash else SPLASH.split())
    files = {etc + (u if "." in u else u + ".service"): ("link", "/dev/null") for u in masked}
    for g in glob.glob("/lib/systemd/system-generators/*"):
        files["etc/systemd/system-generators/" + os.path.basename(g)] = ("link", "/dev/null")
    files["etc/systemd/journald.conf.d/vm.conf"] = "[Journal]\nStorage=volatile\nAudit=no\n"
    files["etc/fstab"] = ""
    try:
        known = os.path.getsize("/etc/machine-id") > 30
    except OSError:
        known = False
    if not known:                          # else systemd takes this for a first boot
        files["etc/machine-id"] = "0123456789abcdef0123456789abcdef\n"
    if udev == "seat":                 # coldplug the display and the input devices only
        files[etc + "systemd-udev-trigger.service.d/vm.conf"] = (
            "[Service]\nExecStart=\nExecStart=udevadm trigger --action=add -s drm -s input -s graphics\n")
    files[etc + "vm.target"] = ("[Unit]\nDescription=What the test machine boots into\n"
                                "Requires=basic.target\nAfter=basic.target\n"
                                "Wants=vm-command.service\nAllowIsolate=yes\n")
    files[etc + "vm-command.service"] = (
        "[Unit]\nDescription=The command given to run\n[Service]\nKillMode=process\n"
        "ExecStart=/run/vm/busybox sh %s/guest/run-command\n" % HERE.replace("%", "%%").replace(" ", "\\x20"))
    if target != "vm.target":
        files[etc + target + ".wants/vm-command.service"] = ("link", "/" + etc + "vm-command.service")
    for unit in filter(None, units):
        name = os.path.basename(unit)
        files[etc + name] = open(unit).read()
        if start:
            files[etc + target + ".wants/" + name] = ("link", "/" + etc + name)
    return files


def module(path):
    """(NAME.ko, its bytes) of a kernel module's file; since Debian 13 they are compressed."""
    with open(path, "rb") as f:
        data = f.read()
    base = os.path.basename(path)
    if base.endswith(".xz"):
        return base[:-3], lzma.decompress(data)
    if not base.endswith(".ko"):
        raise Failed("%s: only plain and xz-compressed modules can be read" % path)
    return base, data


def write_initramfs(path, modules, args, conf, over):
    """An uncompressed newc archive: busybox, the modules, and guest/init.
    args: module name -> its parameters. conf: what guest/init sources first.
    over: what is laid over the root filesystem, as systemd_files() gives it."""
    seen = set()
    with open(path, "wb") as f:
        def add(name, mode, data=b""):
            if name in seen:
                return
            if "/" in name:
                add(os.path.dirname(name), 0o040755)
            seen.add(name)
            head = "070701" + "".join("%08X" % v for v in (
                len(seen), mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0))
            rec = head.encode() + name.encode() + b"\0"
            f.write(rec + b"\0" * (-len(rec) % 4))
            f.write(data + b"\0" * (-len(data) % 4))
        for d in ("dev", "proc", "sys", "run", "lower", "rw", "root", "over"):
            add(d, 0o040755)
        add("conf", 0o100644, conf.encode())
        add("bin/busybox", 0o100755, open("/bin/busybox", "rb").read())
        for i, m in enumerate(modules):
            base, data = module(m)
            name = "m/%03d-%s" % (i, base)
            add(name, 0o100644, data)
            add(name + ".args", 0o100644, args.get(base[:-3], "").encode() + b"\n")
        for name, what in over.items():
            if isinstance(what, tuple):
                add("over/" + name, 0o120777, what[1].encode())
            else:
                add("over/" + name, 0o100644, what.encode())
        add("init", 0o100755, open(os.path.join(HERE, "guest/init"), "rb").read())
        add("TRAILER!!!", 0)


def build_tools():
    """Compile guest/*.c into the cache when older than their source."""
    os.makedirs(os.path.join(CACHE, "bin"), exist_ok=True)
    for src in glob.glob(os.path.join(HERE, "guest/*.c")):
        exe = os.path.join(CACHE, "bin", os.path.basename(src)[:-2])
        if os.path.exists(exe) and os.path.getmtime(exe) >= os.path.getmtime(src):
            continue
        tmp = exe + ".%d" % os.getpid()
        r = subprocess.run(["gcc", "-O1", "-Wall", "-I/usr/include/libdrm", "-o", tmp, src], capture_output=True, text=True)
        if r.returncode:
            raise Failed("cannot compile %s:\n%s" % (src, r.stderr))
        os.rename(tmp, exe)
    link = os.path.join(CACHE, "bin", "vm-screenshot")
    if not os.path.islink(link):
        os.symlink("vm-host", link)
