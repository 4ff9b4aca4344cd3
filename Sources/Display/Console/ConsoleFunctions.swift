internal import CShims
import Glibc

/// What is asked of the kernel for the console. Values of zero or more, or a negative errno.
package struct ConsoleFunctions: Sendable {
    package var open: @Sendable (_ path: String) -> Int32
    package var close: @Sendable (_ fd: Int32) -> Void
    /// The virtual terminal's number, 0 for the one that is shown; an error for anything that is none.
    package var number: @Sendable (_ fd: Int32) -> Int32
    package var active: @Sendable (_ fd: Int32) -> Int32
    package var activate: @Sendable (_ fd: Int32, _ number: Int32) -> Int32
    package var setMode: @Sendable (_ fd: Int32, _ mode: Int32) -> Int32
    package var keyboardMode: @Sendable (_ fd: Int32) -> Int32
    package var setKeyboardMode: @Sendable (_ fd: Int32, _ mode: Int32) -> Int32
    package var flushInput: @Sendable (_ fd: Int32) -> Void
    /// Has the modes set when the process ends unforeseen.
    package var arm: @Sendable (_ fd: Int32, _ keyboardMode: Int32, _ mode: Int32) -> Void
    package var disarm: @Sendable () -> Void

    /// Forbids, or allows again, to show another virtual terminal.
    package var lockSwitching: @Sendable (_ fd: Int32, _ isLocked: Bool) -> Int32 = { _, _ in 0 }
    /// Waits until the virtual terminal is shown; a second at the most.
    package var awaitActive: @Sendable (_ fd: Int32, _ number: Int32) -> Int32 = { _, _ in 0 }
    /// Has the terminal left only when `answerSwitch` says so; a descriptor that is readable when there is something to
    /// answer, or an error.
    package var watchSwitches: @Sendable (_ fd: Int32) -> Int32 = { _ in -ENOTTY }
    /// What happened, one of `Switch`; 0 for nothing.
    package var nextSwitch: @Sendable (_ watch: Int32) -> Int32 = { _ in 0 }
    package var answerSwitch: @Sendable (_ fd: Int32, _ answer: Int32) -> Int32 = { _, _ in 0 }
    package var unwatchSwitches: @Sendable (_ fd: Int32, _ watch: Int32) -> Void = { _, _ in }

    package static let system = ConsoleFunctions(
        open: { vitrine_descriptor_open($0, O_RDWR | O_NOCTTY | O_NONBLOCK) },
        close: { _ = Glibc.close($0) },
        number: { vitrine_console_number($0) },
        active: { vitrine_console_active($0) },
        activate: { vitrine_console_activate($0, $1) },
        setMode: { vitrine_console_set_mode($0, $1) },
        keyboardMode: { vitrine_console_keyboard_mode($0) },
        setKeyboardMode: { vitrine_console_set_keyboard_mode($0, $1) },
        flushInput: { _ = vitrine_console_flush_input($0) },
        arm: { vitrine_console_arm($0, $1, $2) },
        disarm: { vitrine_console_disarm() },
        lockSwitching: { vitrine_console_lock_switching($0, $1 ? 1 : 0) },
        awaitActive: { vitrine_console_await_active($0, $1) },
        watchSwitches: { vitrine_switch_watch($0) },
        nextSwitch: { vitrine_switch_next($0) },
        answerSwitch: { vitrine_switch_answer($0, $1) },
        unwatchSwitches: { vitrine_switch_unwatch($0, $1) })

    /// Changes of the terminal that is shown, and the answers to VT_RELDISP.
    package enum Switch {
        package static let leaving = Int32(vitrine_switch_leaving.rawValue)
        package static let returning = Int32(vitrine_switch_returning.rawValue)
        package static let stay: Int32 = 0
        package static let letGo: Int32 = 1
        package static let returned: Int32 = 2
    }

    /// KD_TEXT, KD_GRAPHICS, K_OFF and K_UNICODE of linux/kd.h.
    package enum Mode {
        package static let text = vitrine_console_text
        package static let graphics = vitrine_console_graphics
        package static let keyboardOff = vitrine_console_keyboard_off
        package static let keyboardUnicode = vitrine_console_keyboard_unicode
    }
}
