"""A long run with everything that happens to a panel on a wall, in virtual time; a report of what it cost."""
import re

from harness.case import case

# The script plays the service manager: what is killed is started again. `off` and `on` are the cable of vkms, which sends no
# event by itself. Each hour begins with a working panel and goes through every fault once.
SCRIPT = """
date -s @$(($(cut -d. -f1 /proc/uptime) + 2)) >/dev/null || fail "the clock cannot be set to 1970"
# A kernel that ends its vblank interrupts soon after the last flip, not five seconds later: a day would take twice as long.
echo 100 >/sys/module/drm/parameters/vblankoffdelay
status=/sys/class/drm/card0-Virtual-1/status
plug() { echo $1 >$status; echo change >/sys/class/drm/card0/uevent; }
# After five minutes without a finger the panel is dark, so each look at it begins with a tap.
begin() { launch VITRINE_BLANK_AFTER=300 PanelProbe clock quiet; ready; }
tap() { printf 'plug touch\\nwait-open touch\\ndown 0 400 300\\nsync\\nsleep 50\\nup 0\\nsync\\nsleep 200\\nunplug touch\\n' | vm-touch >/dev/null 2>&1; }
# recovered WHAT: after a tap another picture is on the panel within three seconds, as the clock goes on
recovered() {
    tap
    shown=$(vm-kms watch 180)
    case $shown in
    *" 0 new framebuffers"*|"") say missed "$hour $1: $shown" ;;
    *) say recovered "$hour $1" ;;
    esac
}
sample() {
    say sample "$hour $(awk '/VmRSS/ {print $2}' /proc/$program/status) $(ls /proc/$program/fd | wc -l)"
}
touches() { vm-touch "$TOUCHES" >/dev/null 2>&1 || say missed "$hour touches"; }
set_clock() { date -s "$1" >/dev/null || say missed "$hour date -s $1"; }
begin
hour=0
while [ $hour -lt $hours ]; do
    hour=$((hour + 1))
    sleep 600
    case $(vm-kms watch 10 2>&1) in
    "10 vblanks"*) say missed "$hour not dark after ten minutes" ;;
    *) say recovered "$hour dark" ;;
    esac
    touches
    recovered touches
    sleep 540
    plug off
    sleep 120
    plug detect
    recovered hotplug
    sleep 480
    case $((hour % 6)) in
    1) set_clock "@1800000000" ;;
    2) set_clock "3 seconds" ;;
    3) set_clock "2 seconds ago" ;;
    4) set_clock "8 hours" ;;
    5) set_clock "9 hours ago" ;;
    0) set_clock "@2115360000" ;;
    esac
    recovered "clock set"
    sleep 540
    touches
    # Until the program has told of them.
    sleep 61
    sample
    if [ $((hour % restart)) = 0 ]; then
        cp "$VM_OUT/program.err" "$VM_OUT/program.err.kept"
        kill -KILL "$program"
        ended 15
        begin
        recovered restart
    fi
    sleep 600
    # Out of sight for a moment, three times: a loose cable.
    for n in 1 2 3; do plug off; sleep 0.3; plug detect; sleep 0.3; done
    recovered "loose cable"
    sleep 630
done
sample
screenshot end
quit
"""
TOUCHES = """plug touch
wait-open touch
""" + "".join("down 0 %d 300\ndown 1 %d 200\nsync\nglide 100 0 400 200 1 500 300\nup 0\nup 1\nsync\nsleep 200\n" % (x, x + 100)
              for x in range(100, 600, 100)) + "unplug touch\n"


# Five pairs, twice, of which the view, which wants one finger, sees one each; in the dark, so that the first pair only wakes; and
# one tap soon after the first five.
TOUCHES_AN_HOUR = 9


def run(test, hours, restart, timeout):
    result = test.uml("hours=%d restart=%d\n%s" % (hours, restart, SCRIPT), virtual=True, touches=TOUCHES, timeout=timeout)
    said = result.out
    missed = re.findall(r"^missed (.*)$", said, re.M)
    recovered = re.findall(r"^recovered \d+ (.*)$", said, re.M)
    samples = [tuple(map(int, s.split())) for s in re.findall(r"^sample (.*)$", said, re.M)]
    own = result.file("program.out")
    late = re.findall(r"^late .*$", own, re.M)
    # While the panel is dark or gone an animation's end waits for it: ten minutes at the most.
    ends = [float(a) for a in re.findall(r"^animation (\S+)$", own, re.M)]
    overdue = [a for a in ends if a > 720]
    minutes = re.findall(r"^minute (\d+) rss (\d+) fds (\d+) touches (\d+)$", own, re.M)
    descriptors = {int(m[2]) for m in minutes if int(m[0]) % 60 == 35}      # while nothing is plugged in
    # The count begins anew with each start.
    counts = [int(m[3]) for m in minutes]
    touches = sum(a for a, b in zip(counts, counts[1:] + [-1]) if b < a)
    lives = [samples[i:i + restart] for i in range(0, len(samples), restart)]
    lines = [
        "%d simulated hours, %d minutes of the clock" % (hours, len(minutes)),
        "recoveries: %s; missed: %d" % (", ".join(
            "%s %d" % (w, recovered.count(w)) for w in sorted(set(recovered))), len(missed)),
        "seconds that were off by more than 0.25 s: %d; ends of animations that waited for the panel: %d, overdue: %d" % (
            len(late), len(ends) - len(overdue), len(overdue)),
        "touches seen: %d of %d" % (touches, TOUCHES_AN_HOUR * hours),
        "descriptors at rest: %s" % sorted(descriptors),
        "by hour, one line for each start of the program; hour:resident kB/descriptors:",
    ] + ["  " + " ".join("%d:%d/%d" % s for s in life) for life in lives] + missed + late[:20]
    with open(test.folder + "/report.txt", "w") as f:
        f.write("\n".join(lines) + "\n")
    test.check(not missed, "missed: " + "; ".join(missed[:5]))
    test.check(len(minutes) >= hours * 59 - hours // restart, "the clock showed %d minutes" % len(minutes))
    test.check(not late and not overdue, "seconds %s, animations %s" % (late[:3], overdue[:3]))
    # After a start the panel is lit, so that the tap that looks for its picture is seen as well.
    test.equal(touches, TOUCHES_AN_HOUR * hours + hours // restart, "touches seen")
    test.check(len(descriptors) == 1, "descriptors at rest: %s" % sorted(descriptors))
    for life in lives:
        # The first hours fill what is kept; after them no more than two percent.
        kept = max(s[1] for s in life[:2])
        test.check(max(s[1] for s in life) <= kept * 1.02 + 512, "memory: %s" % life)


@case("soak-an-hour", "uml")
def hour(test):
    """A simulated hour with each fault: everything recovers, memory and descriptors stay."""
    run(test, 1, 1, 400)


@case("soak", "uml", long=True)
def day(test):
    """24 simulated hours from 1970 on: touches, hotplug, restarts, a clock that is set; a report in the case's folder."""
    run(test, 24, 8, 5400)
