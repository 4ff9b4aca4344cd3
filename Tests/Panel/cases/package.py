"""The Debian packages: made, installed by dpkg, and what is on the panel then."""
import os
import re
import subprocess

from harness import images
from harness.case import case

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))


def make(test, *options, folder="packages"):
    folder = os.path.join(test.folder, folder)
    done = subprocess.run([os.path.join(ROOT, "scripts/package"), "--programs", test.programs, "--output", folder, *options],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    test.check(done.returncode == 0, "scripts/package ended with %d: %s" % (done.returncode, done.stderr[-800:]))
    return folder


def is_showcase(test, name):
    picture = test.picture(name)
    test.check(images.colours(picture) > 50, "%s: the Showcase is not on the panel" % name)
    # The crash screen has as many colours, and a red band at its top.
    test.check(picture[2][3 * (picture[0] * 2 + 2):][:3] != bytes((199, 41, 36)), "%s: the crash screen is on the panel" % name)


# The tests may run in a container, whose policy is that nothing is started; the machine is none, and what else this system
# starts at boot is not the point.
PACKAGES = """
unit=vitrine@Showcase
is() { [ "$(systemctl show -P ActiveState $unit)" = "$1" ]; }
why() { systemctl status --no-pager -n 30 $unit >&2; fail "$1"; }
dpkg_does() { dpkg --force-unsafe-io "$@" >/run/dpkg.log 2>&1 || { cat /run/dpkg.log >&2; fail "dpkg $1"; }; }
prepare() {
    rm -f /usr/sbin/policy-rc.d /etc/systemd/system/multi-user.target.wants/*
    mkdir -p /etc/systemd/system/getty.target.wants
    ln -sf /lib/systemd/system/getty@.service /etc/systemd/system/getty.target.wants/getty@tty1.service
}
prompt() { systemctl show -P ActiveState getty@tty1; }
"""


@case("package-brings-up-the-showcase", ("qemu", "packaging"))
def installed(test):
    """Installed by dpkg, the Showcase is on the panel at once, and again with what a boot starts; removed, it is gone and a console is left."""
    make(test, "--compress", "none", "--version", "1.0")
    run = test.qemu("""
# The tests may run in a container, whose policy is that nothing is started; the machine is none. What else this system starts at
# boot, and its index of manuals, are not the point.
rm -f /usr/sbin/policy-rc.d /etc/systemd/system/multi-user.target.wants/*
dpkg --no-triggers -i "$VM_OUT"/packages/*.deb >/run/dpkg.log 2>&1 || { cat /run/dpkg.log >&2; fail "dpkg -i"; }
unit=vitrine@Showcase
is() { [ "$(systemctl show -P ActiveState $unit)" = "$1" ]; }
why() { systemctl status --no-pager -n 30 $unit >&2; fail "$1"; }
until_true 90 is active || why "not on the panel after it was installed"
screenshot installed
say user "$(ps -o user= -p "$(systemctl show -P MainPID $unit)")"
say enabled "$(systemctl is-enabled $unit)"
say patterns "$(vitrine test-pattern --list | wc -l)"
say sysrq "$(cat /proc/sys/kernel/sysrq)"
say target "$(systemctl is-enabled ctrl-alt-del.target)"
say folder "$(stat -c '%U %a' /var/lib/private/vitrine/Showcase /var/lib/vitrine/Showcase 2>/dev/null | tr '\\n' ' ')"
# A boot, from the moment on when the basic system is up: what multi-user.target wants.
systemctl stop $unit
await_state 20 "text unicode kernel" vm-tty
systemctl start --no-block multi-user.target
until_true 90 is active || why "not on the panel after the boot"
sleep 1
screenshot booted
dpkg --no-triggers -r vitrine-showcase >/run/dpkg.log 2>&1 || { cat /run/dpkg.log >&2; fail "dpkg -r"; }
is inactive || fail "removed, the unit is $(systemctl show -P ActiveState $unit)"
await_state 20 "text unicode kernel" vm-tty
dpkg --no-triggers -P vitrine-service vitrine vitrine-runtime >/run/dpkg.log 2>&1 || { cat /run/dpkg.log >&2; fail "dpkg -P"; }
say left "$(ls -d /usr/lib/vitrine /etc/sysctl.d/99-vitrine-kiosk.conf /usr/bin/vitrine 2>/dev/null)"
say target2 "$(systemctl is-enabled ctrl-alt-del.target)"
""", systemd=True, timeout=700)
    test.equal(run.said("user"), "vitrine", "user")
    test.equal(run.said("enabled"), "enabled", "at boot")
    test.equal(run.said("patterns"), "11", "test patterns of the installed tool")
    test.equal(run.said("sysrq"), "0", "kernel.sysrq")
    test.equal(run.said("target"), "masked", "ctrl-alt-del.target")
    test.equal(run.said("left"), "", "files left after purging")
    test.check(run.said("target2") != "masked", "ctrl-alt-del.target is still masked")
    for name in ("installed", "booted"):
        is_showcase(test, name)


@case("package-starts-with-the-machine", ("qemu", "packaging", "e2fsprogs"), long=True)
def showcase(test):
    """Installed by dpkg, the Showcase is on the panel at once, and when the machine is started the next time, with nobody there;
    removed, it is gone and a login prompt is back."""
    make(test, "--compress", "none", "--version", "1.0")
    disk = ["--keep-root", os.path.join(test.folder, "root.img")]
    run = test.qemu(PACKAGES + """
prepare
dpkg_does -i "$VM_OUT"/packages/*.deb
until_true 90 is active || why "not on the panel after it was installed"
sleep 1
screenshot installed
say user "$(ps -o user= -p "$(systemctl show -P MainPID $unit)")"
say enabled "$(systemctl is-enabled $unit)"
say patterns "$(vitrine test-pattern --list | wc -l)"
say sysrq "$(cat /proc/sys/kernel/sysrq)"
say target "$(systemctl is-enabled ctrl-alt-del.target)"
""", systemd=True, timeout=1200, options=disk)
    test.equal(run.said("user"), "vitrine", "user")
    test.equal(run.said("enabled"), "enabled", "at boot")
    test.equal(run.said("patterns"), "11", "test patterns of the installed tool")
    test.equal(run.said("sysrq"), "0", "kernel.sysrq")
    test.equal(run.said("target"), "masked", "ctrl-alt-del.target")
    # A whole boot into multi-user.target, with login prompt and logind. The script only looks on.
    run = test.qemu(PACKAGES + """
until_true 200 is active || why "not on the panel after the boot"
sleep 1
screenshot booted
say program "$(readlink /proc/$(systemctl show -P MainPID $unit)/exe) $(systemctl show -P NRestarts $unit)"
say prompt "$(prompt)"
say sysrq "$(cat /proc/sys/kernel/sysrq)"
say target "$(systemctl is-enabled ctrl-alt-del.target)"
until_true 100 systemctl -q is-active multi-user.target || fail "multi-user.target: $(systemctl list-jobs)"
# Power, sleep and suspend key, while it runs and when it is stopped: logind hears them then, and does nothing.
press() {
    printf 'plug keyboard\nwait-open keyboard 60000\nsleep 500\n' >/run/keys
    for key in 116 142 205; do printf 'key %s tap\nsleep 200\n' $key >>/run/keys; done
    vm-touch /run/keys >/run/keys.log 2>&1 || fail "keys: $(cat /run/keys.log)"
    sleep 1
    [ -z "$(systemctl list-jobs --plain --no-legend | grep -E 'reboot|poweroff|halt|sleep|suspend')" ] || fail "$(systemctl list-jobs)"
}
press
is active || fail "after the keys the unit is $(systemctl show -P ActiveState $unit)"
systemctl stop $unit
press
say heard "$(journalctl -b -u systemd-logind -o cat | grep -ci "key pressed")"
dpkg_does -r vitrine-showcase
is inactive || fail "removed, the unit is $(systemctl show -P ActiveState $unit)"
await_state 30 active prompt
await_state 20 "text unicode kernel" vm-tty
dpkg_does -P vitrine-showcase vitrine-service vitrine vitrine-runtime
say left "$(ls -d /usr/lib/vitrine /etc/sysctl.d/99-vitrine-kiosk.conf /usr/bin/vitrine /var/lib/vitrine /etc/vitrine 2>/dev/null)"
say target2 "$(systemctl is-enabled ctrl-alt-del.target)"
""", systemd=True, timeout=1200, options=disk + ["--target", "multi-user.target", "--udev", "full"])
    os.unlink(disk[1])
    test.equal(run.said("program"), "/usr/lib/vitrine/showcase/Showcase 0", "program and restarts")
    test.equal(run.said("prompt"), "inactive", "the login prompt")
    test.equal(run.said("sysrq"), "0", "kernel.sysrq after the boot")
    test.check(int(run.said("heard")) >= 3, "logind heard %s of the keys" % run.said("heard"))
    test.equal(run.said("target"), "masked", "ctrl-alt-del.target after the boot")
    test.equal(run.said("left"), "", "files left after purging")
    test.check(run.said("target2") != "masked", "ctrl-alt-del.target is still masked")
    for name in ("installed", "booted"):
        is_showcase(test, name)


@case("package-upgrade", ("qemu", "packaging"), long=True)
def upgrade(test):
    """A newer version is on the panel at once, with the settings of before; what an administrator has changed, opened or switched
    off stays so; purged, only what the administrator wrote is left."""
    for version in ("1.0", "1.1"):
        make(test, "--compress", "none", "--version", version, folder=version)
    run = test.qemu(PACKAGES + """
prepare
version() { dpkg-query -W -f '${Version} ' vitrine-runtime vitrine vitrine-service vitrine-showcase; }
dpkg_does -i "$VM_OUT"/1.0/*.deb
until_true 90 is active || why "not on the panel after it was installed"
echo VITRINE_ROTATION=180 >/etc/vitrine/Showcase.env
echo "kernel.sysrq = 438" >/etc/sysctl.d/99-vitrine-kiosk.conf
systemctl unmask ctrl-alt-del.target
sleep 1
screenshot before
before=$(systemctl show -P MainPID $unit)
dpkg_does -i "$VM_OUT"/1.1/*.deb
is_another() { now=$(systemctl show -P MainPID $unit); [ "$now" != "$before" ] && [ "$now" != 0 ] && is active; }
until_true 90 is_another || why "the new version is not on the panel"
sleep 1
screenshot upgraded
say version "$(version)"
say kept "$(cat /etc/vitrine/Showcase.env) $(cat /etc/sysctl.d/99-vitrine-kiosk.conf), $(systemctl is-enabled ctrl-alt-del.target)"
systemctl disable --now $unit 2>/dev/null
dpkg_does -i "$VM_OUT"/1.0/*.deb
sleep 3
say off "$(version), $(systemctl is-enabled $unit), $(systemctl show -P ActiveState $unit)"
dpkg_does -P vitrine-showcase vitrine-service vitrine vitrine-runtime
say left "$(find /etc/vitrine /var/lib/vitrine /etc/sysctl.d/99-vitrine-kiosk.conf /usr/lib/vitrine 2>/dev/null | tr '\n' ' ')"
""", systemd=True, timeout=1800)
    test.equal(run.said("version"), "1.1 1.1 1.1 1.1", "versions after the upgrade")
    test.matches(run.said("kept"), r"VITRINE_ROTATION=180 kernel.sysrq = 438, (alias|static)")
    test.matches(run.said("off"), r"1.0 1.0 1.0 1.0 *, disabled, inactive")
    test.equal(run.said("left"), "/etc/vitrine /etc/vitrine/Showcase.env", "what is left after purging")
    for name in ("before", "upgraded"):
        is_showcase(test, name)
    # Beside the time, which goes on: the tiles.
    before, after = (test.picture("before"), images.turned(test.picture("upgraded"), 180))
    tiles = [p[2][3 * p[0] * 150:] for p in (before, after)]
    different = sum(a != b for a, b in zip(*tiles))
    test.check(different < len(tiles[0]) // 20, "turned back, %d of %d values of the tiles differ" % (different, len(tiles[0])))


@case("package-is-reproducible", "packaging")
def reproducible(test):
    """Made twice, the packages are the same to the byte; a wrong version is refused with a reason."""
    contents = []
    for _ in range(2):
        folder = make(test, "--compress", "none", "--version", "1.0")
        contents.append({n: open(os.path.join(folder, n), "rb").read() for n in sorted(os.listdir(folder))})
    test.equal(len(contents[0]), 4, "number of packages")
    for name, data in contents[0].items():
        test.check(data == contents[1].get(name), "%s differs from one run to the next" % name)
    done = subprocess.run([os.path.join(ROOT, "scripts/package"), "--version", "v1 beta"], capture_output=True, text=True)
    test.check(done.returncode == 1 and "no Debian version" in done.stderr, "a wrong version: %d, %s" % (done.returncode, done.stderr))


@case("programs-need-no-gpu")
def no_gpu(test):
    """C49: no program is linked with a library of a graphics processor, itself or by what it is linked with."""
    names = ["Showcase", "Squares", "PanelProbe", "vitrine", "vitrine-crash-screen", "vitrine-panel"]
    for name in names:
        path = os.path.join(test.programs, name)
        linked = subprocess.run(["ldd", path], capture_output=True, text=True, timeout=60).stdout
        test.matches(linked, r"libc\.so", r"libdrm\.so|libseat\.so|libsystemd\.so|libswiftCore\.so")
        found = re.findall(r"^\s*(lib(?:GL|EGL|gbm|OpenGL|vulkan|glapi|gallium)[^ ]*)", linked, re.M)
        test.equal(found, [], "libraries of a graphics processor in " + name)
