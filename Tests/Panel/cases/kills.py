"""SIGKILL at any moment, also before the first picture: the next start finds its panel and shows its picture."""
import random
import re

from harness.case import case

# What a start takes depends on the machine: the moments are fractions of the one measured first.
SCRIPT = """
took() { awk -v began="$(cut -d' ' -f22 /proc/$program/stat)" '/READY=1/ {print $1 - began / 100; exit}' "$VM_OUT/notify"; }
launch PanelProbe still
ready
start=$(took)
say start "$start"
kill -KILL "$program"
ended 15
number=0
while read -r fraction; do
    number=$((number + 1))
    delay=$(awk -v a="$fraction" -v b="$start" 'BEGIN {printf "%.3f", a * b}')
    launch PanelProbe still
    sleep $delay
    kill -KILL "$program"
    ended 15
    if [ -e "$VM_OUT/notify.ready" ]; then when=after; else when=before; fi
    launch PanelProbe still
    ready
    say killed "$number $delay $when $(took)"
    if [ $((number % every)) = 0 ]; then
        sleep 0.1
        screenshot squares-$number
    fi
    kill -KILL "$program"
    ended 15
done <"$VM_OUT/delays"
"""


def kill(test, count, every, seed, timeout):
    """count victims, killed at random in twice the time a start takes; after each the next start's first picture."""
    moments = random.Random(seed)
    with open(test.folder + "/delays", "w") as f:
        f.writelines("%.3f\n" % moments.uniform(0, 2) for _ in range(count))
    run = test.uml("every=%d\n%s" % (every, SCRIPT), timeout=timeout)
    lines = re.findall(r"^killed (\d+) (\S+) (before|after) (\S+)$", run.out, re.M)
    test.equal(len(lines), count, "kills after which the next start was ready (seed %d)" % seed)
    for number in range(every, count + 1, every):
        test.expect_image("squares-800x480", test.picture("squares-%d" % number))
    early = sum(1 for l in lines if l[2] == "before")
    times = sorted(float(l[3]) for l in lines)
    with open(test.folder + "/report.txt", "w") as f:
        f.write("seed %d: %d kills, %d of them before the first picture; every next start showed its picture; "
                "from start to ready: median %.2f s, longest %.2f s\n"
                % (seed, count, early, times[len(times) // 2], times[-1]))
    test.check(0 < early < count, "%d of %d kills before the first picture: they were not spread over the start" % (early, count))


@case("next-start-after-10-kills", "uml")
def ten(test):
    """Ten random moments."""
    kill(test, 10, 5, 7, 240)


@case("next-start-after-200-kills", "uml", long=True)
def two_hundred(test):
    """Two hundred random moments: the next start shows its picture every time."""
    kill(test, 200, 20, random.randrange(1 << 30), 3600)
