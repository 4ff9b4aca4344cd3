# Words for the scripts that cases run in the machine. $PROGRAMS: the folder of the built programs; $VM_OUT: the
# folder shared with the host; $VM_SIZE: the panel's size. Anything that fails ends the script with a reason.
set -u

# In virtual time the boot takes none, and Foundation's timers never fire when they are set at the clock's zero.
[ "$VM_TIME" = real ] || sleep 1

fail() { echo "$*" >&2; exit 1; }

# say WORD TEXT: for the case to read
say() { echo "$*"; }

# until_true SECONDS COMMAND...: repeat the command until it succeeds; fails when the time is over
until_true() {
    read -r clock rest </proc/uptime
    limit=$((${clock%.*} + $1))
    shift
    until "$@"; do
        read -r clock rest </proc/uptime
        [ "${clock%.*}" -le $limit ] || return 1
        sleep 0.05
    done
}

# await FILE SECONDS: until FILE is there
await() { until_true "$2" [ -e "$1" ] || fail "after $2 s there is no $1"; }

# await_state SECONDS WORDS COMMAND...: until the command prints the words
await_state() {
    seconds=$1 words=$2
    shift 2
    prints() { [ "$("$@" 2>&1)" = "$words" ]; }
    until_true "$seconds" prints "$@" || fail "'$*' prints '$("$@" 2>&1)' and not '$words'"
}

# await_line SECONDS WORD FILE: until a line of FILE has WORD
await_line() { until_true "$1" grep -q "$2" "$3" || fail "after $1 s there is no '$2' in $3"; }

# launch [NAME=VALUE...] PROGRAM [ARG...]: start one of the built programs as systemd would start it. Its process id
# is in $program, what it prints in program.out and program.err, what it tells systemd in notify.
launch() {
    assignments=
    while case $1 in *=*) true ;; *) false ;; esac; do
        assignments="$assignments $1"
        shift
    done
    rm -f "$VM_OUT"/notify*
    name=$1
    shift
    # shellcheck disable=SC2086
    env VITRINE_OUTPUT=kms $assignments vm-notify ${WATCHDOG:+--watchdog $WATCHDOG} "$VM_OUT/notify" \
        ${RUN_AS:-} "$PROGRAMS/$name" "$@" >>"$VM_OUT/program.out" 2>>"$VM_OUT/program.err" &
    await "$VM_OUT/notify.pid" 60
    program=$(cat "$VM_OUT/notify.pid")
}

# ready: until the launched program says that its first frame is on the panel
ready() {
    begun_or_over() { [ -e "$VM_OUT/notify.ready" ] || [ -e "$VM_OUT/notify.exit" ]; }
    until_true 60 begun_or_over || fail "after 60 s the program is not ready"
    [ -e "$VM_OUT/notify.ready" ] || fail "the program ended with $(cat "$VM_OUT/notify.exit") before it was ready"
}

# ended SECONDS: until the launched program has ended; its exit status is in $status
ended() {
    await "$VM_OUT/notify.exit" "$1"
    status=$(cat "$VM_OUT/notify.exit")
}

# quit: end the launched program as a service manager does; it must end well and soon
quit() {
    kill -TERM "$program"
    ended 15
    [ "$status" = 0 ] || fail "after SIGTERM the program ended with $status"
}

# screenshot NAME: what the panel shows, for the case to look at
screenshot() { vm-screenshot "$1" || fail "no screenshot"; }

# touch_screen: replay the case's touch script; returns when all of it was sent
touch_screen() { vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 || fail "touch script: $(cat "$VM_OUT/touch.log")"; }

# asleep SECONDS: the machine sleeps; returns when it has woken. User-Mode-Linux: an alarm clock wakes it, and nothing has
# gone on meanwhile, no clock but that of the boot's. QEMU (its machine needs --sleep): a key wakes it, drivers and
# programs have stood still, and CLOCK_MONOTONIC has gone on, as on boards whose processors have no deeper idle state.
asleep() {
    before=$(cat /sys/power/suspend_stats/success)
    if [ -e /sys/bus/platform/devices/uml-rtc.0 ] || [ -e /sys/bus/platform/drivers/uml-rtc ]; then
        echo "+$1" >/sys/class/rtc/rtc0/wakealarm || fail "no alarm"
        echo mem >/sys/power/state || fail "the machine does not sleep: $(dmesg | tail -n 5)"
    else
        echo enabled >/sys/devices/platform/i8042/serio0/power/wakeup || fail "the keyboard cannot wake the machine"
        vm-host after "$1" qmp '{"execute":"send-key","arguments":{"keys":[{"type":"qcode","data":"shift"}]}}' || fail "no key"
        echo freeze >/sys/power/state || fail "the machine does not sleep: $(dmesg | tail -n 5)"
    fi
    [ "$(cat /sys/power/suspend_stats/success)" = $((before + 1)) ] || fail "the machine has not slept"
}
