internal import CXkbcommon
import Glibc

/// Makes characters of keys: keymap, modifiers, dead keys and compose sequences, by xkbcommon. All keyboards of the seat share
/// one state, so that shift on one holds for another.
///
/// Used by one thread.
public final class KeyTranslator {
    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private let state: OpaquePointer
    /// Nil where the locale has no table: dead keys then make nothing.
    private let compose: OpaquePointer?
    private let indices: [(index: xkb_mod_index_t, modifier: KeyModifiers)]
    /// Keys that are down: by keycode, with the device that holds them.
    private var down: [UInt32: KeyEvent] = [:]

    /// The kernel's keycodes count from 8 in XKB.
    private static let offset: UInt32 = 8

    /// Throws `InputError.noKeymap` when xkbcommon has no such keymap.
    public init(_ layout: KeyboardLayout = KeyboardLayout()) throws(InputError) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
            throw .failed(operation: "xkb_context_new", subject: "keyboard", errno: ENOMEM)
        }
        // It would write to the program's error output.
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        xkb_context_set_log_verbosity(context, 0)
        guard let keymap = Self.keymap(context, layout), let state = xkb_state_new(keymap) else {
            xkb_context_unref(context)
            throw .noKeymap(layout: layout.layout, variant: layout.variant)
        }
        self.context = context
        self.keymap = keymap
        self.state = state
        compose = Self.composeState(context, layout.locale)
        let names: [(String, KeyModifiers)] = [
            (XKB_MOD_NAME_SHIFT, .shift), (XKB_MOD_NAME_CAPS, .capsLock), (XKB_MOD_NAME_CTRL, .control),
            (XKB_MOD_NAME_ALT, .alternate), (XKB_MOD_NAME_LOGO, .command),
        ]
        indices = names.compactMap { name, modifier in
            let index = xkb_keymap_mod_get_index(keymap, name)
            return index == XKB_MOD_INVALID ? nil : (index, modifier)
        }
    }

    deinit {
        if let compose { xkb_compose_state_unref(compose) }
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    private static func keymap(_ context: OpaquePointer, _ layout: KeyboardLayout) -> OpaquePointer? {
        func text(_ value: String) -> UnsafeMutablePointer<CChar>? { value.isEmpty ? nil : strdup(value) }
        let parts = [layout.rules, layout.model, layout.layout, layout.variant, layout.options].map(text)
        defer { for part in parts { free(part) } }
        var names = xkb_rule_names(
            rules: parts[0], model: parts[1], layout: parts[2], variant: parts[3], options: parts[4])
        return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }

    private static func composeState(_ context: OpaquePointer, _ locale: String) -> OpaquePointer? {
        var name = locale
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] where name.isEmpty {
            name = getenv(variable).map { String(cString: $0) } ?? ""
        }
        let table = xkb_compose_table_new_from_locale(
            context, name.isEmpty ? "C" : name, XKB_COMPOSE_COMPILE_NO_FLAGS)
        guard let table else { return nil }
        defer { xkb_compose_table_unref(table) }
        return xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS)
    }

    // MARK: Keys

    /// What a key that went down or up means; nil for one that is down already or was never down.
    public func translate(deviceID: UInt32, keycode: UInt32, isDown: Bool, microseconds: UInt64) -> KeyEvent? {
        let code = keycode &+ Self.offset
        guard isDown else {
            guard var event = down.removeValue(forKey: keycode) else { return nil }
            xkb_state_update_key(state, code, XKB_KEY_UP)
            event.phase = .ended
            event.microseconds = max(microseconds, event.microseconds)
            event.modifiers = modifiers(of: event.usage)
            return event
        }
        guard down[keycode] == nil else { return nil }
        let symbol = xkb_state_key_get_one_sym(state, code)
        let composed = composedCharacters(symbol, code)
        let plain = plainCharacters(code)
        xkb_state_update_key(state, code, XKB_KEY_DOWN)
        let usage = KeyUsages.usage(of: keycode)
        let event = KeyEvent(
            deviceID: deviceID, keycode: keycode, usage: usage, phase: .began, characters: composed,
            charactersIgnoringModifiers: plain, modifiers: modifiers(of: usage),
            repeats: xkb_keymap_key_repeats(keymap, code) != 0, microseconds: microseconds)
        down[keycode] = event
        return event
    }

    /// Takes back what is down, of one device or of all: they cannot be heard to go up any more.
    public func cancelAll(deviceID: UInt32? = nil, microseconds: UInt64) -> [KeyEvent] {
        let lost = down.values.filter { deviceID == nil || $0.deviceID == deviceID }.sorted { $0.keycode < $1.keycode }
        return lost.map { event in
            var event = event
            down[event.keycode] = nil
            xkb_state_update_key(state, event.keycode &+ Self.offset, XKB_KEY_UP)
            event.phase = .cancelled
            event.microseconds = max(microseconds, event.microseconds)
            event.modifiers = modifiers(of: event.usage)
            return event
        }
    }

    private func composedCharacters(_ symbol: xkb_keysym_t, _ code: xkb_keycode_t) -> String {
        if let compose, symbol != 0, xkb_compose_state_feed(compose, symbol) == XKB_COMPOSE_FEED_ACCEPTED {
            switch xkb_compose_state_get_status(compose) {
            case XKB_COMPOSE_COMPOSING:
                return ""
            case XKB_COMPOSE_COMPOSED:
                defer { xkb_compose_state_reset(compose) }
                return Self.text { xkb_compose_state_get_utf8(compose, $0, $1) }
            case XKB_COMPOSE_CANCELLED:
                xkb_compose_state_reset(compose)
                return ""
            default:
                break
            }
        }
        return Self.text { xkb_state_key_get_utf8(self.state, code, $0, $1) }
    }

    /// The characters of the key's own level: of the layout in effect, with shift only.
    private func plainCharacters(_ code: xkb_keycode_t) -> String {
        let layout = xkb_state_key_get_layout(state, code)
        guard layout != XKB_LAYOUT_INVALID else { return "" }
        let isShifted = xkb_state_mod_name_is_active(state, XKB_MOD_NAME_SHIFT, XKB_STATE_MODS_EFFECTIVE) > 0
        let level: xkb_level_index_t = isShifted && xkb_keymap_num_levels_for_key(keymap, code, layout) > 1 ? 1 : 0
        var symbols: UnsafePointer<xkb_keysym_t>?
        let count = xkb_keymap_key_get_syms_by_level(keymap, code, layout, level, &symbols)
        guard count == 1, let symbol = symbols?.pointee else { return "" }
        // The count that this function gives includes the terminating zero.
        return Self.text { max(xkb_keysym_to_utf8(symbol, $0, $1) - 1, 0) }
    }

    private static func text(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = Int(write(buffer.baseAddress, buffer.count))
            guard count > 0, count < buffer.count else { return "" }
            return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private func modifiers(of usage: UInt16) -> KeyModifiers {
        var modifiers: KeyModifiers = KeyUsages.isNumericPad(usage) ? .numericPad : []
        for (index, modifier) in indices
        where xkb_state_mod_index_is_active(state, index, XKB_STATE_MODS_EFFECTIVE) > 0 {
            modifiers.insert(modifier)
        }
        return modifiers
    }
}
