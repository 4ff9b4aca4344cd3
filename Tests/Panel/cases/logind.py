"""A session of its own, by systemd-logind."""
from harness import fingers
from harness.case import case
from harness.fingers import Finger
from harness.installed import INSTALLED

HANDS = [Finger(0, (100, 100), (200, 150)), Finger(0, (500, 300), (600, 350))]
# The first finger at once, the second one when the script says so.
TOUCHES = (fingers.script(HANDS[:1], after="sleep 300\n") + "wait-file /run/back 120000\n" +
           fingers.script(HANDS[1:], before="", after="sleep 300\nunplug touch\n"))
WORDS = """
to() { python3 -c 'import fcntl,os,sys; fcntl.ioctl(os.open("/dev/tty0",os.O_RDWR),0x5606,int(sys.argv[1]))' $1; }
on() { await_state 20 tty$1 cat /sys/class/tty/tty0/active; }
"""


@case("session-by-logind", ("qemu", "logind"), long=True)
def by_logind(test):
    """The unit's user without rights has a session on seat0: picture, touches, another terminal meanwhile, all of it back."""
    run = test.qemu(INSTALLED + WORDS + """
configure '[Service]\\nExecStart=\\nExecStart=PanelProbe touches\\nEnvironment=VITRINE_TOUCH_RESAMPLING=off'
cp "$PANEL/../../systemd/variants/logind.conf" "$PANEL/../../systemd/variants/open-keys.conf" \\
    /etc/systemd/system/vitrine@PanelProbe.service.d/
systemctl daemon-reload
start
say session "$(loginctl show-session 1 -p Name -p Seat -p TTY -p Service -p Active --value | tr '\\n' ' ')"
say groups "$(ps -o supgrp= -p "$(state MainPID)")"
say cgroup "$(cat /proc/$(state MainPID)/cgroup)"
screenshot squares
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
touching=$!
said() { journalctl -b -o cat _PID="$(state MainPID)"; }
lifted() { [ "$(said | grep -c '^ended')" = "$1" ]; }
until_true 60 lifted 1 || fail "no touch: $(said)"
opened() { ls -l /proc/$(state MainPID)/fd | grep -c /dev/input/event; }
open=$(opened)
to 2
on 2
vm-kms flip 5 >"$VM_OUT/other" 2>&1 || fail "another program cannot be master: $(cat "$VM_OUT/other")"
say away "$(loginctl show-session 1 -p Active --value)"
to 1
on 1
back() { [ "$(opened)" = "$open" ]; }
until_true 60 back || fail "$(opened) input devices are open after the return, and were $open"
: >/run/back
until_true 60 lifted 2 || fail "no touch after the return: $(said)"
wait $touching
screenshot back
said | sed 's/^/touched: /'
systemctl stop $unit || fail "stop"
say result "$(state Result)"
await_state 10 "text unicode kernel" vm-tty
gone() { [ -z "$(loginctl list-sessions --no-legend)" ]; }
until_true 20 gone || fail "the session is still there: $(loginctl list-sessions)"
""", systemd=True, timeout=400, touches=TOUCHES)
    test.equal(run.said("session"), "vitrine seat0 tty1 login yes", "name, seat, terminal, service, active")
    test.equal(run.said("groups"), "vitrine", "groups")
    test.matches(run.said("cgroup"), "session-1.scope")
    test.equal(run.said("away"), "no", "whether the session is active while another terminal is shown")
    test.equal(run.said("result"), "success", "result after stop")
    for name in ("squares", "back"):
        test.expect_image("squares-800x480", test.picture(name))
    lines = [l.split(" ", 1)[1] for l in run.out.splitlines() if l.startswith("touched: ")]
    first = lines.index(next(l for l in lines if l.startswith("ended"))) + 1
    fingers.compare(test, "\n".join(lines[:first]), HANDS[:1])
    fingers.compare(test, "\n".join(lines[first:]).replace(" 2 ", " 1 "), HANDS[1:])
