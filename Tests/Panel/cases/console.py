"""However the program ends, a person finds the console as it was, and the next start finds the panel free."""
from harness.case import case

TEXT = 'await_state 10 "text unicode kernel" vm-tty\n'
# While the program runs, the console draws nothing, and its keys go to nobody who waits there for a login.
HELD = 'await_state 10 "graphics off" sh -c "vm-tty | cut -d\\  -f1,2"\n'
AGAIN = "launch PanelProbe still\nready\nscreenshot squares\nquit\n" + TEXT


def begin(program="PanelProbe still"):
    return TEXT + "launch %s\nready\n" % program + HELD


def restored(test, script):
    test.qemu(script + AGAIN)
    test.expect_image("squares-800x480", test.picture("squares"))


@case("console-after-exit", "qemu")
def after_exit(test):
    """The program ends by itself: status 0, console in text mode, next start works."""
    restored(test, begin("VITRINE_UNTIL=4 PanelProbe still") +
             'ended 30\n[ $status = 0 ] || fail "exit status $status"\n' + TEXT)


@case("console-after-sigterm", "qemu")
def after_sigterm(test):
    """SIGTERM: the same."""
    restored(test, begin() + "quit\n" + TEXT)


@case("console-after-sigint", "qemu")
def after_sigint(test):
    """Control-C: the same."""
    restored(test, begin() + "kill -INT $program\nended 15\n" + TEXT)


@case("console-after-abort", "qemu")
def after_abort(test):
    """A crash (signal 6): the console is restored on the way down."""
    # Swift's report of the crash, which comes first, takes long in an emulated machine on a busy host.
    restored(test, begin() + 'kill -ABRT $program\nended 90\n[ $status = 134 ] || fail "exit status $status"\n' + TEXT)


@case("console-after-sigkill", "qemu")
def after_sigkill(test):
    """SIGKILL, which no program can answer: `vitrine console restore` puts the console right."""
    restored(test, begin() + 'kill -KILL $program\nended 15\n"$PROGRAMS/vitrine" console restore || fail "no restore"\n'
             + TEXT)


@case("start-after-sigkill", "qemu")
def start_after_sigkill(test):
    """SIGKILL and at once the next start, with nobody to put anything right in between."""
    restored(test, begin() + "kill -KILL $program\nended 15\n")
