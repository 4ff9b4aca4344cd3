"""Swift's tasks under a virtual clock."""
from harness.case import case


@case("tasks-in-virtual-time")
def tasks(test):
    """What a task waits for, here and on other threads, takes the same virtual time on every run."""
    settings = {"VITRINE_OUTPUT": "headless", "VITRINE_CLOCK": "virtual", "VITRINE_UNTIL": "3"}
    runs = [test.on_host("PanelProbe", "await", env=settings) for _ in range(5)]
    lines = [line.rsplit(" ", 1) for line in runs[0].out.splitlines()]
    test.equal([line[0] for line in lines],
               ["begins", "animated", "yielded", "descended 3", "detached 19999900000", "keyframes", "animator"],
               "what the task has done")
    times = [int(line[1]) for line in lines]
    test.equal(times[:5], [0, 417, 417, 417, 417], "milliseconds since it began")
    for number, run in enumerate(runs[1:], 2):
        test.equal(run.out, runs[0].out, "run %d" % number)
