"""The wall clock is set while timers and animations run: they go by another clock."""
import re

from harness.case import case

# A board without a battery starts in 1970 and hears the time from the network: hours forward, back again, ten years.
SCRIPT = """
date -s @$(($(cut -d. -f1 /proc/uptime) + 2)) >/dev/null || fail "the clock cannot be set to 1970"
launch PanelProbe clock
ready
sleep 3.5
date -s @1800000000 >/dev/null
sleep 3
date -s @1800028800 >/dev/null
sleep 3
date -s @1800025000 >/dev/null
sleep 3
date -s @2115360000 >/dev/null
sleep 3
date -s @1000000000 >/dev/null
sleep 8.5
screenshot clock
quit
"""


@case("wall-clock-is-set", "uml")
def wall_clock(test):
    """F01: from 1970 to now, +8 h, -1 h, +10 years, -35 years: every second lasts a second, an animation as long as it should."""
    run = test.uml(SCRIPT, virtual=True)
    out = run.file("program.out")
    ticks = [float(t) for t in re.findall(r"^tick \d+ (\S+)", out, re.M)]
    test.check(len(ticks) in (23, 24, 25), "%d ticks in 24 seconds" % len(ticks))
    for before, after in zip(ticks, ticks[1:]):
        test.check(abs(after - before - 1) < 0.06, "a second lasted %.3f s, at %.3f" % (after - before, before))
    animations = [float(a) for a in re.findall(r"^animation (\S+)", out, re.M)]
    test.check(len(animations) in (2, 3), "%d animations ended" % len(animations))
    for took in animations:
        test.check(abs(took - 1) < 0.06, "an animation of 1 s took %.3f s" % took)
