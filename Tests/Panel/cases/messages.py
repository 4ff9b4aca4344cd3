"""What is missing is said in words that name the device and what to do, and nothing hangs."""
from harness.case import case

# A user of its own, in the groups given; there is no such user in the machine's password file.
AS = 'RUN_AS="setpriv --reuid 4711 --regid 4711 %s"\n'
GROUPS = AS % "--groups %s"
ALONE = AS % "--clear-groups"


def group(name):
    return '$(getent group %s | cut -d: -f3)' % name


@case("no-display-at-all", "qemu")
def no_card(test):
    """No display driver: started by hand, the program ends soon, with a status other than 0, and says where it looked."""
    run = test.qemu('VITRINE_OUTPUT=kms timeout 30 "$PROGRAMS/PanelProbe" still 2>"$VM_OUT/program.err"\nsay status $?\n', gpu="none")
    test.equal(run.said("status"), "69", "exit status")
    test.matches(run.file("program.err"), "/dev/dri")


@case("card-comes-later", "qemu")
def card_comes_later(test):
    """E01: started by a service manager on a machine whose card is not there yet, the program waits, and says so; then the picture comes."""
    run = test.qemu("""
bus=/sys/bus/pci/drivers/virtio-pci
pci=$(readlink -f /sys/class/drm/card0/device | grep -o '0000:00:[0-9a-f.]*' | tail -n 1)
echo "$pci" >$bus/unbind
[ ! -e /dev/dri/card0 ] || fail "the card is still there"
launch PanelProbe still
is_told() { grep -q "Waiting for a display" "$VM_OUT/program.err"; }
until_true 30 is_told || fail "nothing is said of waiting"
ticks() { awk '{print $14 + $15}' /proc/$program/stat; }
before=$(ticks)
sleep 3
say ticks $(($(ticks) - before))
[ ! -e "$VM_OUT/notify.exit" ] || fail "ended with $(cat "$VM_OUT/notify.exit")"
began=$(cut -d' ' -f1 /proc/uptime)
echo "$pci" >$bus/bind
ready
say seconds $(awk -v a="$began" '{print $1 - a}' /proc/uptime)
screenshot squares
quit
""")
    test.check(int(run.said("ticks")) <= 2, "%s ticks of a processor within three seconds of waiting" % run.said("ticks"))
    test.check(float(run.said("seconds")) < 5, "%s s from the card to the picture" % run.said("seconds"))
    test.expect_image("squares-800x480", test.picture("squares"))


@case("no-permission-for-the-display", "qemu")
def no_display_permission(test):
    """The user may not open the card: it is named, and so is the group that may."""
    run = test.qemu(ALONE + "launch PanelProbe still\nended 30\nsay status $status\n")
    test.check(run.said("status") not in ("0", None), "exit status %s" % run.said("status"))
    test.matches(run.file("program.err"), "/dev/dri/card0", "permission", r"\bvideo\b")


@case("no-permission-for-input", "qemu")
def no_input_permission(test):
    """The user may open the card and no input device: the picture is there, and the missing group is named."""
    run = test.qemu(GROUPS % group("video") + """
vm-touch - <<S >/dev/null 2>&1 &
plug touch
wait-file /run/over 60000
S
sleep 1
launch PanelProbe still
ready
sleep 1
screenshot squares
quit
: >/run/over
""")
    test.matches(run.file("program.err"), "/dev/input", r"\binput\b", "group")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("no-input-device", "qemu")
def no_input_device(test):
    """No touch screen at all: the picture is there; one that is plugged in later works."""
    test.qemu("launch PanelProbe touches\nready\nscreenshot squares\ntouch_screen\nquit\n"
              'grep -q began "$VM_OUT/program.out" || fail "the finger was not seen"\n',
              touches="plug touch\nwait-open touch\ndown 0 400 200\nsync\nsleep 50\nup 0\nsync\nsleep 300\n")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("panel-in-use", "qemu")
def panel_in_use(test):
    """Another program holds the panel: after a little patience that is said, and its picture is left alone."""
    run = test.qemu("""
launch PanelProbe still
ready
mkdir /run/second
env VITRINE_OUTPUT=kms vm-notify /run/second/notify "$PROGRAMS/PanelProbe" touches 2>/run/second/err &
await /run/second/notify.exit 60
say second "$(cat /run/second/notify.exit)"
say told "$(tr '\\n' ' ' </run/second/err)"
[ ! -e /run/second/notify.ready ] || fail "two programs are ready on one panel"
screenshot squares
quit
""")
    test.check(run.said("second") not in ("0", None), "exit status %s" % run.said("second"))
    test.matches(run.said("told") or "", "card0|/dev/dri", "another|in use|busy|master")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("panel-in-use-for-a-moment", "uml")
def panel_in_use_for_a_moment(test):
    """E03: another program is master of the display when ours opens it, and lets go 0.2 s, or 3 s later: ours is not ready before,
    and is after, with its picture."""
    run = test.uml("""
cat >/run/hold.py <<'P'
import os, sys, time
os.open("/dev/dri/card0", os.O_RDWR)      # who opens it first is master
open("/run/holding", "w").close()
def has_card(process):
    try:
        return any(os.readlink("/proc/%s/fd/%s" % (process, n)) == "/dev/dri/card0" for n in os.listdir("/proc/%s/fd" % process))
    except OSError:
        return False                      # a descriptor that was closed meanwhile
while not os.path.exists("/run/started"):
    time.sleep(0.01)
process = open("/run/started").read().strip()
while not has_card(process):
    time.sleep(0.001)
time.sleep(float(sys.argv[1]))
print("%.6f" % time.clock_gettime(time.CLOCK_MONOTONIC), flush=True)
P
for seconds in 0.2 3; do
    rm -f /run/holding /run/started
    python3 /run/hold.py $seconds >/run/released &
    holder=$!
    await /run/holding 20
    launch PanelProbe still
    echo $program >/run/started.new
    mv /run/started.new /run/started
    wait $holder
    ready
    say after-$seconds "$(awk -v let="$(cat /run/released)" '/READY=1/ {print $1 - let; exit}' "$VM_OUT/notify")"
    screenshot squares-$seconds
    quit
done
""")
    for seconds in ("0.2", "3"):
        waited = float(run.said("after-" + seconds))
        # On a busy host the rest of the start comes on top.
        test.check(0 < waited < 30, "ready %.2f s after the display was free" % waited)
        test.expect_image("squares-800x480", test.picture("squares-" + seconds))
