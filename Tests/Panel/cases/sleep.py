"""The machine sleeps and wakes: the picture is back, touches arrive, time has neither jumped nor stood still."""
import re

from harness import fingers
from harness.case import case
from harness.fingers import Finger

HAND = [Finger(0, (100, 100), (200, 150))]


@case("sleep-for-an-hour", "uml")
def hour(test):
    """An hour asleep between two seconds of a clock: no second is longer, an animation goes on where it was, nothing dims or goes dark for it."""
    run = test.uml("""
WATCHDOG=2000
launch VITRINE_TOUCH_RESAMPLING=off VITRINE_DIM_AFTER=600 VITRINE_BLANK_AFTER=900 PanelProbe clock
ready
sleep 5.4
# An animation of a second is begun with every tenth second: half of it before the sleep, half of it after.
await_line 20 "tick 11 " "$VM_OUT/program.out"
sleep 0.5
before=$(cut -d. -f1 /proc/uptime)
asleep 3600
[ $(($(cut -d. -f1 /proc/uptime) - before)) -ge 3600 ] || fail "it has not slept for an hour"
say awake "$(vm-kms planes)"
sleep 6.2
say dpms "$(cat /sys/class/drm/card0-Virtual-1/dpms)"
quit
""", virtual=True)
    test.matches(run.said("awake"), "^800x480")
    test.equal(run.said("dpms"), "On", "the panel's signal")
    out = run.file("program.out")
    ticks = [float(t) for t in re.findall(r"^tick \d+ (\S+)", out, re.M)]
    test.check(15 <= len(ticks) <= 19, "%d ticks while it was awake" % len(ticks))
    for before, after in zip(ticks, ticks[1:]):
        test.check(abs(after - before - 1) < 0.06, "a second lasted %.3f s, at %.3f" % (after - before, before))
    animations = [float(a) for a in re.findall(r"^animation (\S+)", out, re.M)]
    test.check(len(animations) == 2 and all(abs(a - 1) < 0.06 for a in animations), "animations of 1 s took %s" % animations)
    told = re.findall(r"^(\S+) WATCHDOG=1", run.file("notify"), re.M)
    test.check(len(told) > 8, "the watchdog was fed %d times" % len(told))


def motion(test, before_sleep):
    run = test.uml("""
launch VITRINE_TOUCH_RESAMPLING=off PanelProbe motion
ready
sleep 6
%s
asleep 60
sleep 6
say watched "$(vm-kms watch 300)"
quit
""" % before_sleep, virtual=True)
    words = run.said("watched").replace(";", "").replace(":", "").split()
    test.equal((int(words[0]), int(words[2]), int(words[7])), (300, 300, 0), "vblanks, new frames, longest wait after the sleep")
    return run


@case("sleep-in-motion", "uml", long=True)
def moving(test):
    """Asleep in the middle of an animation: afterwards every vertical blank shows a new frame again."""
    motion(test, "")


@case("sleep-loses-a-flip", "uml")
def lost(test):
    """The driver never reports the flip that was on its way when the machine fell asleep: after a second the picture moves again."""
    run = motion(test, "echo 1 >/sys/module/vkms/parameters/lose")
    test.check("flip" in run.file("program.err"), "no line tells of the lost flip: %s" % run.file("program.err"))


@case("sleep-with-a-driver-that-switches-off", "qemu-sleep", long=True)
def bochs(test):
    """Suspend to idle with a display driver that switches off and on again: the same picture, touches, and a watchdog that is fed."""
    run = test.qemu("""
WATCHDOG=3000
launch VITRINE_TOUCH_RESAMPLING=off PanelProbe touches
ready
asleep 5
screenshot woken
touch_screen
screenshot squares
quit
""", gpu="bochs", options=["--sleep"], touches=fingers.script(HAND))
    test.expect_image("squares-800x480", test.picture("squares"))
    test.expect_image("squares-800x480", test.picture("woken"))
    fingers.compare(test, run.file("program.out"), HAND)
