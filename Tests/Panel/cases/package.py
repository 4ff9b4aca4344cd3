"""The Debian packages: made, installed by dpkg, and what is on the panel then."""
import os
import re
import subprocess

from harness import images
from harness.case import case

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))


def make(test, *options):
    folder = os.path.join(test.folder, "packages")
    done = subprocess.run([os.path.join(ROOT, "scripts/package"), "--programs", test.programs, "--output", folder, *options],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    test.check(done.returncode == 0, "scripts/package ended with %d: %s" % (done.returncode, done.stderr[-800:]))
    return folder


@case("package-brings-up-the-showcase", ("qemu", "packaging"))
def showcase(test):
    """Installed by dpkg, the Showcase is on the panel at once, and again at the next boot; removed, it is gone and a console is left."""
    make(test, "--compress", "none", "--version", "1.0")
    run = test.qemu("""
# The tests may run in a container, whose policy is that nothing is started; the machine is none.
rm -f /usr/sbin/policy-rc.d
dpkg -i "$VM_OUT"/packages/*.deb >/run/dpkg.log 2>&1 || { cat /run/dpkg.log >&2; fail "dpkg -i"; }
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
dpkg -r vitrine-showcase >/run/dpkg.log 2>&1 || { cat /run/dpkg.log >&2; fail "dpkg -r"; }
is inactive || fail "removed, the unit is $(systemctl show -P ActiveState $unit)"
await_state 20 "text unicode kernel" vm-tty
dpkg -P vitrine-service vitrine vitrine-runtime >/run/dpkg.log 2>&1 || { cat /run/dpkg.log >&2; fail "dpkg -P"; }
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
        picture = test.picture(name)
        test.check(images.colours(picture) > 50, "%s: the Showcase is not on the panel" % name)
        # The crash screen has as many colours, and a red band at its top.
        test.check(picture[2][3 * (picture[0] * 2 + 2):][:3] != bytes((199, 41, 36)), "%s: the crash screen is on the panel" % name)


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
