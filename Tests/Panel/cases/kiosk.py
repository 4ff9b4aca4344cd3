"""A keyboard in the hands of a passer-by: nothing typed reaches a shell, and no key leads out of the program."""
from harness.case import case
from harness.installed import INSTALLED

# Shells that wait on two terminals, as after a login; what is typed there makes folders in /run/shell1 and /run/shell2.
SHELLS = """
for n in 1 2; do
    mkdir /run/shell$n
    ( cd /run/shell$n; while :; do sh </dev/tty$n >/dev/null 2>&1; sleep 0.2; done ) &
done
mkfifo /run/keys
vm-touch /run/keys >"$VM_OUT/keys.log" 2>&1 &
exec 9>/run/keys
echo "plug keyboard" >&9
keys() { for k in "$@"; do printf 'key %s tap\\nsleep 15\\n' "$k" >&9; done; }
# with "MODIFIER..." KEY: a chord
with() {
    for m in $1; do echo "key $m down" >&9; done
    printf 'sleep 15\\nkey %s tap\\nsleep 15\\n' "$2" >&9
    for m in $1; do echo "key $m up" >&9; done
    echo "sleep 15" >&9
}
# typed LETTER: the command "mkdir LETTER"
typed() { keys m k d i r space "$1" enter; }
# keys_are_out: until vm-touch has sent all of it, and half a second more for what it leads to
number=0
keys_are_out() {
    number=$((number + 1))
    echo "say out-$number" >&9
    await_line 60 "out-$number\$" "$VM_OUT/keys.log"
    sleep 0.5
}
shown() { cat /sys/class/tty/tty0/active; }
folders() { ls /run/shell1 /run/shell2 | tr '\\n' ' '; }
# what_was_told: lines of the kernel and of systemd about SysRq and Ctrl-Alt-Del
what_was_told() { journalctl -b -o cat | grep -c -e "sysrq: " -e "ctrl-alt-del.target"; }
# attack LETTER WHEN: everything a keyboard can try. SysRq: keyboard back, restart, off, end all, kill all.
attack() {
    typed "$1"
    for n in 1 2 3 4 5 6 7 8 9 10; do function_keys $((58 + n)); done
    function_keys 87
    function_keys 88
    typed "$1"
    with leftalt right
    with leftalt left
    with leftalt f3
    typed "$1"
    for n in r b o e i; do with "leftalt 99" $n; done
    typed "$1"
    with leftalt f2
    for n in 1 2 3 4 5 6 7 8; do with "leftctrl leftalt" delete; done
    keys 116 142 205
    keys_are_out
    [ "$(folders)" = "$before" ] || fail "$2: what was typed reached a shell: $(folders), and was $before"
    [ "$(shown)" = tty1 ] || fail "$2: the keys lead to $(shown)"
    [ "$(what_was_told)" = "$told" ] || fail "$2: $(journalctl -b -o cat | grep -e 'sysrq: ' -e ctrl-alt-del.target | tail -n 3)"
    [ -z "$(systemctl list-jobs --plain --no-legend | grep -E 'reboot|poweroff|halt|sleep|ctrl-alt')" ] ||
        fail "$2: $(systemctl list-jobs)"
    state=$(vm-tty)
    case $state in *" off kernel" | *" off process") ;; *) fail "$2: the console is $state" ;; esac
}
# function_keys CODE: F1 to F12 with Alt, and with Ctrl and Alt
function_keys() { with leftalt $1; with "leftctrl leftalt" $1; }
"""


@case("keys-do-not-leave-the-kiosk", "qemu")
def keys(test):
    """Typed words, F1 to F12, SysRq, Ctrl-Alt-Del: nothing happens, during, between and after runs of the service, with a
    keyboard that was there or comes later, nor while a program runs that was started by hand."""
    test.qemu(INSTALLED + SHELLS + """
configure '[Service]\\nRestartSec=60'
# The shells are there, and without the service all of this works: otherwise what follows would prove nothing.
typed a
await /run/shell1/a 20
with leftalt f2
await_state 10 tty2 shown
typed b
await /run/shell2/b 20
with "leftctrl leftalt" delete
echo 1 >/proc/sys/kernel/sysrq
with "leftalt 99" h
keys_are_out
journalctl -b -o cat | grep -q "ctrl-alt-del.target is masked" || fail "Ctrl-Alt-Del did not get to systemd"
journalctl -b -o cat | grep -q "sysrq: HELP" || fail "SysRq did not get to the kernel"
sysctl -q -p /etc/sysctl.d/99-vitrine-kiosk.conf
before=$(folders)
told=$(what_was_told)
start
await_state 10 tty1 shown
printf 'unplug keyboard\\nplug keyboard\\nwait-open keyboard 60000\\n' >&9
attack c "while the program runs"
systemctl kill --kill-whom=main -s KILL $unit
await_state 20 auto-restart systemctl show -P SubState $unit
await_state 10 "text off kernel" vm-tty
attack d "between two runs"
[ "$(state SubState)" = auto-restart ] || fail "the attack took too long: $(state SubState)"
# Sooner than the pause ends: what happens between two runs has been seen.
start
attack e "after the restart"
screenshot squares
systemctl stop $unit
# Stopped on purpose it is a console again, and keys do what they did.
await_state 10 "text unicode kernel" vm-tty
sleep 1
typed f
await /run/shell1/f 20
# By hand, as root from another terminal, with nothing of the unit around it.
before=$(folders)
told=$(what_was_told)
launch PanelProbe still
ready
attack g "while a program runs that was started by hand"
screenshot by-hand
quit
await_state 10 "text unicode kernel" vm-tty
sleep 1
typed h
await /run/shell1/h 20
with leftalt f2
await_state 10 tty2 shown
""", systemd=True, timeout=400)
    test.expect_image("squares-800x480", test.picture("by-hand"))
    test.expect_image("squares-800x480", test.picture("squares"))


@case("keys-open-when-asked", "qemu")
def open_keys(test):
    """With the drop-in open-keys.conf a key leads to another terminal between two runs, and the next run comes to the front."""
    test.qemu(INSTALLED + SHELLS + """
configure '[Service]\\nRestartSec=15'
cp "$PANEL/../../systemd/variants/open-keys.conf" /etc/systemd/system/vitrine@PanelProbe.service.d/
systemctl daemon-reload
start
await_state 10 tty1 shown
with leftalt f2
keys_are_out
[ "$(shown)" = tty1 ] || fail "while the program runs the keys lead to $(shown)"
systemctl kill --kill-whom=main -s KILL $unit
await_state 20 auto-restart systemctl show -P SubState $unit
await_state 10 "text unicode kernel" vm-tty
with leftalt f2
await_state 10 tty2 shown
until_true 60 restarted 1 || fail "$(state NRestarts) restarts, $(state ActiveState)"
await_state 10 tty1 shown
screenshot squares
""", systemd=True, timeout=300)
    test.expect_image("squares-800x480", test.picture("squares"))
