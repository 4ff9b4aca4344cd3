"""The program as a service: the unit of systemd/, installed by its own script, under the real systemd."""
import os
import shutil
import subprocess

from harness import images
from harness.case import case
from harness.installed import INSTALLED

OPTIONS = dict(systemd=True, timeout=300)
HERE = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))


@case("service-is-ready-with-its-picture", "qemu")
def ready(test):
    """The unit is active as soon as the first picture is on the panel, as its user; stopped, it leaves a console."""
    run = test.qemu(INSTALLED + """
start
screenshot squares
say state "$(state ActiveState)/$(state SubState)"
say status "$(state StatusText)"
say user "$(ps -o user= -p "$(state MainPID)")"
say console "$(vm-tty)"
systemctl stop $unit || fail "stop"
say result "$(state Result)"
await_state 10 "text unicode kernel" vm-tty
""", **OPTIONS)
    test.expect_image("squares-800x480", test.picture("squares"))
    test.equal(run.said("state"), "active/running", "state")
    test.equal(run.said("user"), "vitrine", "user")
    test.matches(run.said("console"), "^graphics")
    test.matches(run.said("status"), "Virtual-1")
    test.equal(run.said("result"), "success", "result after stop")


@case("service-waits-for-its-panel", "qemu")
def waits(test):
    """Without a panel the unit is starting and not ready; it is once a panel is plugged in."""
    test.qemu(INSTALLED + """
vm-host resize 0 0
systemctl start --no-block $unit
sleep 10
[ "$(state ActiveState)" = activating ] || fail "without a panel the unit is $(state ActiveState)"
vm-host resize 800 480
is_active() { [ "$(state ActiveState)" = active ]; }
until_true 30 is_active || fail "with a panel the unit is $(state ActiveState)"
screenshot squares
""", **OPTIONS)
    test.expect_image("squares-800x480", test.picture("squares"))


@case("service-waits-for-its-card", "qemu")
def waits_for_card(test):
    """E01: the card comes seconds after the service is wanted: no start that fails, and the picture soon after the card."""
    test.qemu(INSTALLED + """
bus=/sys/bus/pci/drivers/virtio-pci
pci=$(readlink -f /sys/class/drm/card0/device | grep -o '0000:00:[0-9a-f.]*' | tail -n 1)
echo "$pci" >$bus/unbind
sleep 1
[ ! -e /dev/dri/card0 ] || fail "the card is still there"
systemctl start --no-block $unit
sleep 8
[ "$(state NRestarts)" = 0 ] || fail "$(state NRestarts) restarts without a card"
[ "$(state ExecMainStartTimestampMonotonic)" = 0 ] || fail "started without a card"
echo "$pci" >$bus/bind
is_active() { [ "$(state ActiveState)" = active ]; }
until_true 60 is_active || fail "with a card the unit is $(state ActiveState)"
screenshot squares
""", **OPTIONS)
    test.expect_image("squares-800x480", test.picture("squares"))


@case("service-stays-alive", "qemu")
def alive(test):
    """A still picture keeps the watchdog quiet; a main thread that stands still while the others live does not: it is ended,
    started anew, and shown again."""
    run = test.qemu(INSTALLED + """
configure '[Service]\\nWatchdogSec=4'
start
sleep 10
restarted 0 || fail "restarted $(state NRestarts) times, $(state ActiveState), with nothing wrong"
vm-hold "$(state MainPID)" >/run/held &
await_line 10 held /run/held
# The letters of what its threads do: t is held, S sleeps.
say threads "$(sed 's/.*) \\(.\\).*/\\1/' /proc/"$(state MainPID)"/task/*/stat | tr -d '\\n')"
until_true 60 restarted 1 || fail "a main thread that stands still: $(state NRestarts) restarts, $(state ActiveState)"
journalctl -b -u $unit -o cat | grep -i watchdog | sed 's/^/told: /'
screenshot squares
""", **OPTIONS)
    test.matches(run.said("threads"), "^tS+$")
    test.matches(run.out, "told: .*Watchdog timeout", "told: .*Failed with result 'watchdog'")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("service-comes-back", "qemu")
def comes_back(test):
    """SIGKILL: in between the console shows text and hears no key, and a moment later the picture is back."""
    run = test.qemu(INSTALLED + """
configure '[Service]\\nRestartSec=5'
start
systemctl kill --kill-whom=main -s KILL $unit
await_state 20 auto-restart systemctl show -P SubState $unit
say between "$(vm-tty)"
until_true 40 restarted 1 || fail "$(state NRestarts) restarts, $(state ActiveState)"
screenshot squares
""", **OPTIONS)
    test.equal(run.said("between"), "text off kernel", "the console between two starts")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("service-touch", "qemu")
def touch(test):
    """Under all of the unit's restrictions, a touch screen that is plugged in later is found and works."""
    run = test.qemu(INSTALLED + """
configure '[Service]\\nExecStart=\\nExecStart=/usr/local/bin/PanelProbe touches'
start
touch_screen
sleep 0.5
journalctl -b -u $unit -o cat | sed 's/^/touched: /'
""", touches="plug touch\nwait-open touch\ndown 0 400 200\nsync\nsleep 50\nup 0\nsync\nsleep 300\nunplug touch\n",
        **OPTIONS)
    test.matches(run.out, r"touched: began 1 400\.0 200\.0", r"touched: ended 1 400\.0 200\.0")


@case("service-gives-up", "qemu")
def gives_up(test):
    """A program that dies as soon as it starts is not started for ever: the crash screen says what happened, then a console is left."""
    run = test.qemu(INSTALLED + """
configure '[Unit]\\nStartLimitBurst=3\\n[Service]\\nRestartSec=0.2\\nEnvironment=VITRINE_PANEL=nonsense'
systemctl start $unit
given_up() { [ "$(state ActiveState)" = failed ]; }
until_true 60 given_up || fail "the unit is $(state ActiveState) after $(state NRestarts) restarts"
say result "$(state Result)"
# What it shows is not READY that tells, but a console in graphics mode and a picture with more than one colour.
await_state 60 "graphics off process" vm-tty
# An empty panel is a picture of a thousand bytes; on a busy host the text comes much later than the mode.
drawn() { screenshot crash; [ "$(stat -c %s "$VM_OUT/crash.png")" -gt 4000 ]; }
until_true 60 drawn || fail "nothing is on the panel"
say unit "$(tr '\\n' ' ' </run/vitrine-crash/PanelProbe/unit)"
say log "$(tr '\\n' ' ' </run/vitrine-crash/PanelProbe/log)"
say owner "$(stat -c %U:%a /run/vitrine-crash/PanelProbe)"
journalctl -b -u vitrine-crash-screen@PanelProbe -o cat | sed 's/^/crash screen: /'
systemctl stop vitrine-crash-screen@PanelProbe
await_state 20 "text unicode kernel" vm-tty
""", **OPTIONS)
    test.matches(run.said("log"), "VITRINE_PANEL=nonsense")
    test.matches(run.said("unit"), "Id=vitrine@PanelProbe.service", "ExecMainStatus=64", "NRestarts=3")
    picture = test.picture("crash")
    test.check(images.colours(picture) > 20, "no text on the crash screen")
    test.equal(picture[2][3 * (800 * 2 + 2):][:3], bytes((199, 41, 36)), "the band at the top of the crash screen")


@case("service-tries-again", "qemu")
def tries_again(test):
    """After its pause the crash screen makes way for the program, which works again by then."""
    test.qemu(INSTALLED + """
configure '[Unit]\\nStartLimitBurst=2\\nStartLimitIntervalSec=10\\n[Service]\\nRestartSec=0.2\\nEnvironmentFile=-/etc/vitrine/broken.env'
echo VITRINE_FORMAT=nonsense >/etc/vitrine/broken.env
mkdir -p /etc/systemd/system/vitrine-crash-screen@.service.d
printf '[Service]\\nRuntimeMaxSec=15\\n' >/etc/systemd/system/vitrine-crash-screen@.service.d/test.conf
systemctl daemon-reload
systemctl start $unit
given_up() { [ "$(state ActiveState)" = failed ]; }
until_true 60 given_up || fail "the unit is $(state ActiveState) after $(state NRestarts) restarts"
rm /etc/vitrine/broken.env
is_active() { [ "$(state ActiveState)" = active ]; }
until_true 60 is_active || fail "the unit is $(state ActiveState); the crash screen's says: $(systemctl status vitrine-crash-screen@PanelProbe)"
screenshot squares
""", **OPTIONS)
    test.expect_image("squares-800x480", test.picture("squares"))


@case("crash-screen-on-a-late-small-panel", "qemu")
def crash_screen(test):
    """A segmentation fault at once, on 480x320 turned by 90 degrees, with the panel plugged in only afterwards: readable there."""
    run = test.qemu(INSTALLED + """
configure '[Unit]\\nStartLimitBurst=2\\n[Service]\\nRestartSec=0.2\\nExecStart=\\nExecStart=/bin/sh -c "echo Orders.swift:88: Fatal error: Index out of range; kill -SEGV $$$$"'
echo VITRINE_ROTATION=90 >/etc/vitrine/PanelProbe.env
vm-host resize 0 0
systemctl start --no-block $unit
crash=vitrine-crash-screen@PanelProbe
waits() { [ "$(systemctl show -P ActiveState $crash)" = active ]; }
until_true 60 waits || fail "no crash screen: $(systemctl status $crash $unit)"
sleep 5
vm-host resize 480 320
await_state 60 "graphics off process" vm-tty
sleep 4
screenshot crash
say unit "$(tr '\\n' ' ' </run/vitrine-crash/PanelProbe/unit)"
# What is started by hand takes its place at once.
rm -r /etc/systemd/system/vitrine@PanelProbe.service.d /etc/vitrine/PanelProbe.env
systemctl daemon-reload
start
[ "$(systemctl show -P ActiveState $crash)" != active ] || fail "the crash screen is still there"
[ "$(systemctl show -P ExecMainStatus $unit)" = 0 ] || fail "$(systemctl status $unit)"
""", mode="480x320", systemd=True, timeout=400)
    test.matches(run.said("unit"), "ExecMainStatus=11")
    picture = test.picture("crash")
    test.equal(picture[:2], (480, 320), "size")
    test.check(images.colours(picture) > 20, "no text on the crash screen")
    # Turned clockwise, the band at the top is at the right.
    test.equal(picture[2][3 * (480 * 10 + 478):][:3], bytes((199, 41, 36)), "the band")


@case("service-on-a-read-only-root", "qemu")
def read_only(test):
    """With / and /var read-only the picture comes, the program is restarted, and given up with a crash screen."""
    run = test.qemu(INSTALLED + """
configure '[Unit]\\nStartLimitBurst=2\\n[Service]\\nRestartSec=0.2\\nStateDirectory='
mount -o remount,ro / || fail "the root cannot be made read-only"
! touch /var/lib/x 2>/dev/null || fail "/var/lib can be written to"
start
screenshot squares
systemctl kill --kill-whom=main -s KILL $unit
until_true 60 restarted 1 || fail "$(state NRestarts) restarts, $(state ActiveState)"
systemctl kill --kill-whom=main -s KILL $unit
await_state 60 active systemctl show -P ActiveState vitrine-crash-screen@PanelProbe
say unit "$(tr '\\n' ' ' </run/vitrine-crash/PanelProbe/unit)"
""", systemd=True, timeout=400)
    test.expect_image("squares-800x480", test.picture("squares"))
    test.matches(run.said("unit"), "ExecMainStatus=9")


@case("service-and-the-login-prompt", "qemu", long=True)
def getty(test):
    """A login prompt is on tty1: it makes way when the service starts, and `systemctl start getty@tty1` has it back afterwards."""
    run = test.qemu(INSTALLED + """
systemctl start getty@tty1
prompt() { systemctl show -P ActiveState getty@tty1; }
await_state 30 active prompt
start
say with "$(prompt)"
screenshot squares
systemctl stop $unit
say stopped "$(prompt)"
systemctl start getty@tty1 || fail "the login prompt does not start"
await_state 30 active prompt
say after "$(state ActiveState)"
await_state 20 "text unicode kernel" vm-tty
""", **OPTIONS)
    test.expect_image("squares-800x480", test.picture("squares"))
    test.equal(run.said("with"), "inactive", "the login prompt while the service runs")
    test.equal(run.said("after"), "inactive", "the service once the login prompt was started")


@case("service-hardening", "systemd-analyze")
def hardening(test):
    """systemd's own judgement of what the unit may do gets no worse, with none of its variants: 1.2 or less (10: everything)."""
    systemd = os.path.join(HERE, "systemd")
    for variant in ("none", "seatd", "logind"):
        folder = os.path.join(test.folder, variant)
        unit = os.path.join(folder, "vitrine@Program.service")
        os.makedirs(unit + ".d")
        shutil.copy(os.path.join(systemd, "vitrine@.service"), unit)
        if variant != "none":
            shutil.copy(os.path.join(systemd, "variants", variant + ".conf"), unit + ".d")
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=12", unit],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                              env=dict(os.environ, SYSTEMD_UNIT_PATH=folder + ":/lib/systemd/system"))
        test.check(done.returncode == 0, "%s: %s%s" % (variant, done.stdout[-300:], done.stderr[-300:]))


@case("service-installed-for-seatd", ("qemu", "seatd"), long=True)
def for_seatd(test):
    """`vitrine install-service --seat seatd`: the picture by seatd's hands, from a read-only root as well; --remove leaves nothing."""
    installed(test, "seatd", """
mount -o remount,ro /
systemctl start $unit || fail "on a read-only root: $(systemctl status $unit)"
screenshot read-only
systemctl stop $unit
mount -o remount,rw /
""")
    test.expect_image("squares-800x480", test.picture("read-only"))


@case("service-installed-for-logind", ("qemu", "logind"), long=True)
def for_logind(test):
    """The same with `--seat logind`."""
    installed(test, "logind", "")


def installed(test, seat, more):
    run = test.qemu(INSTALLED + """
vitrine install-service --seat %s --start PanelProbe -- still >"$VM_OUT/install.out" 2>&1 || fail "$(cat "$VM_OUT/install.out")"
is_active() { [ "$(state ActiveState)" = active ]; }
until_true 90 is_active || fail "the unit is $(state ActiveState): $(systemctl status -n 30 --no-pager $unit)"
screenshot squares
say seat "$(tr '\\0' ' ' </proc/$(state MainPID)/environ)"
say user "$(ps -o user= -p "$(state MainPID)")"
systemctl stop $unit || fail "stop"
await_state 20 "text unicode kernel" vm-tty
%s
vitrine install-service --remove PanelProbe >"$VM_OUT/remove.out" 2>&1 || fail "$(cat "$VM_OUT/remove.out")"
say left "$(state ActiveState) $(ls -d /etc/systemd/system/vitrine@PanelProbe.service.d /etc/systemd/system/multi-user.target.wants/vitrine@* 2>/dev/null)"
""" % (seat, more), systemd=True, timeout=400)
    test.expect_image("squares-800x480", test.picture("squares"))
    test.matches(run.said("seat"), "VITRINE_SEAT=libseat", "LIBSEAT_BACKEND=" + seat)
    test.equal(run.said("user"), "vitrine", "user")
    test.equal(run.said("left"), "inactive", "what is left after --remove")
