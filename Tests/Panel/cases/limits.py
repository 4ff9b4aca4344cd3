"""When the unit gives a program up, and when it does not: with the numbers that are shipped, in virtual time."""
from harness import images
from harness.case import case
from harness.installed import INSTALLED

# User-Mode-Linux has no virtual terminals; README.md says what a unit needs there.
LIMITS = """
for name in vitrine vitrine-crash-screen; do
    mkdir -p /etc/systemd/system/$name@.service.d
    printf '[Service]\\nTTYPath=\\nStandardInput=null\\n' >/etc/systemd/system/$name@.service.d/no-terminal.conf
done
systemctl daemon-reload
crash=vitrine-crash-screen@PanelProbe
seconds() { cut -d. -f1 /proc/uptime; }
is() { [ "$(systemctl show -P ActiveState $1)" = $2 ]; }
ends() { journalctl -b -u $unit -o cat | grep -c "Main process exited"; }
# within SECONDS COMMAND...: as until_true, but it looks seldom: each look takes real time, and none of the virtual one
within() {
    limit=$(($(seconds) + $1))
    shift
    until "$@"; do
        [ $(seconds) -lt $limit ] || return 1
        sleep 2
    done
}
crash_screens() { journalctl -b -u $crash -o cat | grep -c "^Started"; }
"""


@case("crash-loop-ends-on-the-crash-screen", "uml", long=True)
def loop(test):
    """E06: a program that crashes at once is started 20 times, then the crash screen is there for 300 s; so it goes on,
    without a reboot, for four rounds here; once the program works its picture is back by itself."""
    run = test.uml(INSTALLED + LIMITS + """
configure '[Service]\\nExecStart=\\nExecStart=/bin/sh -c "echo Orders.swift:88: Fatal error: Index out of range; kill -SEGV $$$$"'
began=$(seconds)
systemctl start --no-block $unit
within 200 is $unit failed || fail "the unit is $(state ActiveState) after $(state NRestarts) restarts"
say first "$(ends) $(($(seconds) - began))"
until_true 60 is $crash active || fail "no crash screen: $(systemctl status $crash)"
sleep 5
screenshot crash
# The fourth round ends at 1000 s or a moment later.
sleep $((began + 1015 - $(seconds)))
say rounds "$(ends) $(crash_screens)"
say jobs "$(systemctl list-jobs --plain --no-legend | grep -cE 'reboot|poweroff|halt|rescue|emergency')"
rm /etc/systemd/system/vitrine@PanelProbe.service.d/test.conf
systemctl daemon-reload
within 400 is $unit active || fail "the unit is $(state ActiveState), the crash screen $(systemctl show -P ActiveState $crash)"
sleep 2
screenshot squares
# Ended by its time limit, which systemd calls a failure.
! is $crash active || fail "the crash screen is still there"
""", systemd=True, virtual=True, timeout=1200)
    ends, seconds = map(int, run.said("first").split())
    test.equal(ends, 20, "starts until it is given up")
    test.check(19 <= seconds < 60, "given up after %d s" % seconds)
    ends, screens = map(int, run.said("rounds").split())
    # A round: 20 starts with a second between two, and 300 s.
    test.equal((ends, screens), (80, 4), "ends and crash screens within 1015 s")
    test.equal(run.said("jobs"), "0", "jobs that end the machine")
    crash = test.picture("crash")
    test.check(images.colours(crash) > 20, "no text on the crash screen")
    test.equal(crash[2][3 * (800 * 2 + 2):][:3], bytes((199, 41, 36)), "the band at the top of the crash screen")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("hourly-crash-is-never-given-up", "uml", long=True)
def hourly(test):
    """A program that crashes once an hour is on the panel again within seconds, each of 26 times, and never given up."""
    run = test.uml(INSTALLED + LIMITS + """
start
for hour in $(seq 26); do
    sleep 3600
    restarted $((hour - 1)) || fail "in hour $hour: $(state NRestarts) restarts, $(state ActiveState)"
    systemctl kill --kill-whom=main -s SEGV $unit
    sleep 1
    until_true 20 restarted $hour || fail "in hour $hour: $(state NRestarts) restarts, $(state ActiveState)"
done
sleep 2
screenshot squares
say ends "$(ends) $(crash_screens)"
""", systemd=True, virtual=True, timeout=1500)
    test.equal(run.said("ends"), "26 0", "crashes and crash screens")
    test.expect_image("squares-800x480", test.picture("squares"))
