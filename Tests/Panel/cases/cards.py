"""Several cards: a screen on each, which one is chosen, and cards that go and come back under a running program."""
import re

from harness.case import case
from harness.images import GREEN, RED, WHITE, at

SETTINGS = "VITRINE_CONNECTOR=Virtual-1,Virtual-2 VITRINE_TOUCH_RESAMPLING=off"
TWO = ["--module-args", "vkms:cards=2 xres=800,640 yres=480,400"]
# gone MASK: the cards of vkms that are not there. second COMMAND: vm-kms with the second card.
WORDS = """
fault() { for f in "$@"; do echo "${f#*=}" >/sys/module/vkms/parameters/${f%%=*} || fail "no $f"; done; }
second() { VM_CARD=/dev/dri/card1 vm-kms "$@"; }
both() { say "first-$1" "$(vm-kms watch 60)"; say "second-$1" "$(second watch 60)"; }
shown() { screenshot "first-$1"; vm-screenshot "second-$1" 1 || fail "no screenshot"; }
"""


def looks(test, name, panel):
    """One of the two panels has the probe's picture."""
    picture = test.picture("%s-%s" % (panel, name))
    if panel == "first":
        test.equal(picture[:2], (800, 480), "size of the first, " + name)
        test.equal(at(picture, (50, 50), (400, 300)), [RED, WHITE], "the first panel, " + name)
    else:
        test.equal(picture[:2], (640, 400), "size of the second, " + name)
        test.equal(at(picture, (50, 50), (320, 200), (635, 395)), [GREEN, RED, GREEN], "the second panel, " + name)


def moves(test, run, name, least=60):
    found = re.match(r"60 vblanks: (\d+) new", run.said(name) or "")
    test.check(found and int(found.group(1)) >= least, "%s: %s; expected at least %d" % (name, run.said(name), least))


@case("cards-two", "qemu")
def two(test):
    """A screen on each of two cards with different drivers: each its picture; the second card is unbound from its driver and bound again, then
    the first: that screen goes and comes back, the other one goes on."""
    run = test.qemu("""
shown() { screenshot "first-$1"; vm-screenshot "second-$1" 1 || fail "no screenshot"; }
# card N: bus address; away N DRIVER, back N DRIVER
address() { readlink -f /sys/class/drm/card$1/device | grep -o '0000:00:[0-9a-f.]*' | tail -n 1; }
bochs=$(address 1) virtio=$(address 0)
lines() { grep -c "$1" "$VM_OUT/program.out"; }
enough() { [ "$(lines "$1")" -ge "$2" ]; }
launch %s PanelProbe screens
ready
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 2
shown start
echo $bochs >/sys/bus/pci/drivers/bochs-drm/unbind
await_line 10 "screen left" "$VM_OUT/program.out"
sleep 1
screenshot first-alone
echo $bochs >/sys/bus/pci/drivers/bochs-drm/bind
until_true 20 enough "screen 640x400" 2 || fail "the second screen does not come back: $(cat "$VM_OUT/program.out" "$VM_OUT/program.err")"
sleep 2
shown again
echo $virtio >/sys/bus/pci/drivers/virtio-pci/unbind
sleep 2
kill -0 $program || fail "the program ended with its main card"
vm-screenshot second-alone 1 || fail "no screenshot"
echo $virtio >/sys/bus/pci/drivers/virtio-pci/bind
sleep 4
shown both
[ ! -e "$VM_OUT/notify.exit" ] || fail "the program ended"
say left "$(lines "screen left")"
quit
""" % SETTINGS, gpu="virtio+bochs", timeout=300)
    for name in ("start", "again", "both"):
        for panel in ("first", "second"):
            looks(test, name, panel)
    looks(test, "alone", "first")
    looks(test, "alone", "second")
    test.equal(run.said("left"), "1", "screens that left; the main one stays UIScreen.main")


@case("cards-that-come-and-go", "uml")
def come_and_go(test):
    """Two cards with motion on both: one goes, the other shows a new picture at each vertical blank meanwhile; back again, both do. With
    the second card, with the first, and ten times in a row."""
    run = test.uml(WORDS + """
launch %s PanelProbe screens motion
ready
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 6
both start
fault gone=2
say first-while-away "$(vm-kms watch 120)"
fault gone=0
sleep 3
both back
fault gone=1
say second-while-away "$(second watch 120)"
fault gone=0
sleep 3
both again
n=0
files() { ls /proc/$program/fd | wc -l; }
before=$(files)
while [ $n -lt 10 ]; do
    n=$((n + 1))
    fault gone=$((n %% 3 + 1))
    sleep 1
    fault gone=0
    sleep 2
done
sleep 3
both often
say files "$before $(files)"
quit
""" % SETTINGS, virtual=True, options=TWO)
    for name in ("start", "back", "again", "often"):
        moves(test, run, "first-" + name)
        moves(test, run, "second-" + name)
    test.matches(run.said("first-while-away"), "120 vblanks: 120 new")
    test.matches(run.said("second-while-away"), "120 vblanks: 120 new")
    before, after = run.said("files").split()
    test.equal(after, before, "open files after ten times")


@case("card-that-comes-back", "uml")
def comes_back(test):
    """The only card vanishes under a running animation, comes back, and then another time under another number: the program
    waits for it at rest, and shows a new picture at each vertical blank again."""
    run = test.uml(WORDS + """
switches() { cat /proc/$program/task/*/status | awk '/ctxt_switches/ {n += $2} END {print n}'; }
# card1 is the one with a display.
fault connected=2
launch PanelProbe motion
ready
sleep 6
for back in 1 0; do
    fault gone=3
    sleep 2
    [ -z "$(ls /dev/dri | grep card)" ] || fail "a card is left"
    woken=$(switches)
    sleep 10
    say woken-$back $(($(switches) - woken))
    # 1: only the second comes, and gets the first one's number. 0: both.
    fault gone=$back
    sleep 6
    card=$(readlink /proc/$program/fd/* | grep '^/dev/dri/card' | sort -u)
    say on-$back "$card $(VM_CARD=$card vm-kms planes)"
    say moving-$back "$(VM_CARD=$card vm-kms watch 60)"
done
quit
""", virtual=True, options=TWO)
    test.matches(run.said("on-1"), "^/dev/dri/card0 640x400")
    test.matches(run.said("on-0"), "^/dev/dri/card1 640x400")
    for back in "10":
        moves(test, run, "moving-" + back)
        # The animation is looked at once a second.
        test.check(int(run.said("woken-" + back)) <= 40, "wake-ups in ten seconds: " + run.said("woken-" + back))


@case("cards-flips-lost-on-one", "uml")
def lost(test):
    """The second card loses a flip, then refuses some, then loses all: the first has a new picture at each vertical blank throughout; the second moves
    again within two seconds, and without reports in the end."""
    run = test.uml(WORDS + """
launch %s PanelProbe screens motion
ready
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 6
fault faulty=1 lose=1
say first-losing "$(vm-kms watch 120)"
sleep 1
both lost
fault refuse_with=16 refuse=5
say first-refusing "$(vm-kms watch 120)"
sleep 1
both refused
fault lose=100000000
say first-never "$(vm-kms watch 300)"
say second-never "$(second watch 60)"
quit
""" % SETTINGS, virtual=True, options=TWO)
    test.matches(run.said("first-losing"), "120 vblanks: 120 new")
    test.matches(run.said("first-refusing"), "120 vblanks: 120 new")
    test.matches(run.said("first-never"), "300 vblanks: 300 new")
    for name in ("lost", "refused"):
        moves(test, run, "first-" + name)
        moves(test, run, "second-" + name)
    test.check(run.said("second-never"), "the second was not looked at")


@case("cards-mouse-across", "uml")
def mouse(test):
    """A mouse goes from one card's panel to the other's and back: its arrow is in that panel's cursor plane and in no other, and no
    frame is made for it."""
    run = test.uml(WORDS + """
launch %s PanelProbe screens
ready
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 2
mkfifo /run/mouse
vm-touch - </run/mouse >"$VM_OUT/mouse.log" 2>&1 &
mouse=$!
exec 3>/run/mouse
where() { say "$1" "$(vm-kms cursors | tr '\\n' ' '); $(second cursors | tr '\\n' ' ')"; }
printf 'plug mouse\\nwait-open mouse\\nrel 5 5\\nsay there\\n' >&3
await_line 10 there "$VM_OUT/mouse.log"
sleep 1
where start
printf '%%s\\n' "$(for i in $(seq 60); do echo 'rel 10 0'; echo 'sleep 10'; done)" 'say right' >&3
await_line 20 right "$VM_OUT/mouse.log"
sleep 1
where right
frames=$(vm-kms watch 30); others=$(second watch 30)
say still "$frames, $others"
printf '%%s\\n' "$(for i in $(seq 70); do echo 'rel -10 0'; echo 'sleep 10'; done)" 'say back' >&3
await_line 20 back "$VM_OUT/mouse.log"
sleep 1
where back
# The panel that the arrow is on is unplugged: it is on the other one.
printf '%%s\\n' "$(for i in $(seq 60); do echo 'rel 10 0'; echo 'sleep 10'; done)" 'say over' >&3
await_line 20 over "$VM_OUT/mouse.log"
sleep 1
where over
fault connected=1
sleep 2
printf 'rel -10 0\\nsleep 50\\nrel -10 0\\nsay home\\n' >&3
await_line 20 home "$VM_OUT/mouse.log"
sleep 1
say home "$(vm-kms cursors | tr '\\n' ' ')"
exec 3>&-
wait $mouse
sleep 1
where gone
fault connected=3
sleep 2
shown after
quit
""" % SETTINGS, virtual=True, options=TWO)
    place = r"\d+x\d+ at -?\d+,-?\d+"
    for name in ("start", "back"):
        test.matches(run.said(name), "^" + place + " ;$")
    for name in ("right", "over"):
        test.matches(run.said(name), "^; " + place + "$")
    test.equal(run.said("gone"), ";", "the arrow without a mouse")
    test.matches(run.said("still"), "30 vblanks: 0 new .*, 30 vblanks: 0 new")
    test.matches(run.said("home"), "^" + place + "$")
    looks(test, "after", "first")
    looks(test, "after", "second")


# try NAME [SETTING]: which card has the picture, and how large it is.
TRY = """
try() {
    which=$1
    shift
    launch "$@" PanelProbe still
    ready
    card=$(readlink /proc/$program/fd/* | grep '^/dev/dri/card' | sort -u)
    say $which "$card $(VM_CARD=$card vm-kms planes)"
    quit
}
stable() { for f in /dev/dri/by-path/*-card; do [ "$(readlink -f $f)" = /dev/dri/$1 ] && echo $f; done; }
"""
FIRST, SECOND = "^/dev/dri/card0 800x480", "^/dev/dri/card1 640x400"


@case("cards-chosen", "uml")
def chosen(test):
    """Two cards: the first one by default, the other by its path and by a path that stays the same, and by default where nothing is
    plugged into the first; a picture that is on the other card stays there when the first gets a display."""
    run = test.uml(WORDS + TRY + """
try default
try path VITRINE_CARD=/dev/dri/card1
[ -n "$(stable card1)" ] || fail "no stable path: $(ls -l /dev/dri/by-path)"
try stable VITRINE_CARD=$(stable card1)
fault connected=2
try other
launch PanelProbe motion
ready
sleep 6
fault connected=3
sleep 1
say on "$(second watch 60)"
second planes >/run/lit
grep -q 640x400 /run/lit || fail "the picture left its card: $(cat /run/lit)"
# Its own card loses the display: it goes to the one that has one.
fault connected=1
sleep 6
say moved "$(vm-kms watch 60)"
quit
""", virtual=True, options=TWO)
    for name, place in (("default", FIRST), ("path", SECOND), ("stable", SECOND), ("other", SECOND)):
        test.matches(run.said(name), place)
    moves(test, run, "on", least=59)
    moves(test, run, "moved")


@case("cards-chosen-by-driver", "qemu")
def driver(test):
    """Two cards with different drivers: the one whose driver is named has the picture."""
    run = test.qemu(TRY + "try bochs VITRINE_CARD=bochs-drm\ntry virtio VITRINE_CARD=virtio_gpu\n", gpu="virtio+bochs")
    test.matches(run.said("bochs"), SECOND)
    test.matches(run.said("virtio"), FIRST)
