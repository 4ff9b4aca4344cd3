"""A picture that does not change costs nothing."""
import re

from harness.case import case

SAMPLE = """
# used: clock ticks of 10 ms, and how often any of its threads was woken
used() {
    ticks=$(awk '{print $14 + $15}' /proc/$program/stat)
    woken=$(cat /proc/$program/task/*/status | awk '/ctxt_switches/ {n += $2} END {print n}')
    echo "$ticks $woken"
}
"""


@case("still-picture-costs-nothing", "uml")
def still(test):
    """F09: a still picture for a minute: no new framebuffer, no computing, less than one wake-up a second."""
    run = test.uml(SAMPLE + """
launch PanelProbe still
ready
sleep 5
say before "$(used)"
sleep 60
say after "$(used)"
say shown "$(vm-kms watch 120)"
quit
""", virtual=True)
    before, after = ([int(n) for n in run.said(w).split()] for w in ("before", "after"))
    test.matches(run.said("shown"), "120 vblanks: 0 new framebuffers")
    test.check(after[0] - before[0] <= 6, "%d0 ms of computing in a minute" % (after[0] - before[0]))
    test.check(after[1] - before[1] < 60, "woken %d times in a minute" % (after[1] - before[1]))


@case("unplugged-panel-costs-nothing", "uml")
def unplugged(test):
    """C06: an animation without end, and no panel: one wake-up a second and no computing; plugged in again, every refresh has its
    frame."""
    run = test.uml(SAMPLE + """
plug() { echo $1 >/sys/class/drm/card0-Virtual-1/status; echo change >/sys/class/drm/card0/uevent; }
launch PanelProbe motion
ready
sleep 5
plug off
sleep 5
say before "$(used)"
sleep 60
say after "$(used)"
plug detect
sleep 5
say shown "$(vm-kms watch 120)"
quit
""", virtual=True)
    before, after = ([int(n) for n in run.said(w).split()] for w in ("before", "after"))
    test.check(after[0] - before[0] <= 6, "%d0 ms of computing in a minute" % (after[0] - before[0]))
    test.check(after[1] - before[1] < 90, "woken %d times in a minute" % (after[1] - before[1]))
    test.matches(run.said("shown"), "120 vblanks: 120 new framebuffers")
