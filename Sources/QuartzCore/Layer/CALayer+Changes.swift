internal import CoreGraphics
internal import Foundation
internal import Motion
internal import RenderServer

extension LayerFlags {
    mutating func set(_ flag: LayerFlags, _ isOn: Bool) {
        if isOn { insert(flag) } else { remove(flag) }
    }
}

/// What every setter does before and after it stores the new value.
extension CALayer {
    /// Whether the layer takes a new value. A presentation layer takes none, and no layer takes a number that is none.
    final func canSet(_ property: String, _ isUsable: Bool = true) -> Bool {
        if isUsable, !flags.contains(.isPresentation) { return true }
        if flags.contains(.isPresentation) {
            LayerLog.note("\(property) of a presentation layer was set; it is read-only and keeps its value.")
        } else if !flags.contains(.hasComplained) {
            // Once per layer: such values come from a formula, again and again.
            flags.insert(.hasComplained)
            LayerLog.note(
                "\(property) of \(label) was set to a value it cannot have (not a finite number, or out of range); the old "
                    + "one is kept. Further such values of this layer are not reported.")
        }
        return false
    }

    /// How log lines name the layer.
    final var label: String {
        var text = "\(type(of: self))"
        if let name { text += " “\(name)”" }
        if let delegate { text += " of \(type(of: delegate))" }
        return text
    }

    /// What most setters do: asks, finds an action, stores, runs the action.
    ///
    /// - Parameter record: what the commit has to send; see `willChange(_:_:)`.
    @inline(__always)
    final func change<Value: Equatable>(
        _ key: String, _ record: LayerFlags = .stateChanged, from old: Value, to new: Value, _ isUsable: Bool = true,
        _ store: () -> Void
    ) {
        guard new != old, canSet(key, isUsable) else { return }
        let action = willChange(key, record)
        store()
        run(action, key)
    }

    /// Comes before the value changes: finds the action that may go with it and notes that the commit has to send the
    /// layer's state, or another record of it.
    ///
    /// - Parameter record: `stateChanged`, `effectsChanged`, `specialChanged` or `maskChanged`.
    final func willChange(_ key: String, _ record: LayerFlags = .stateChanged) -> (any CAAction)? {
        CATransaction.openImplicit()
        let action = mayHaveAction ? prepareAction(forKey: key) : nil
        noteRecordChange(record)
        if let look = details?.look {
            if !look.styledKeys.isEmpty { look.styledKeys.remove(key) }
            look.observers?.willChange(key)
        }
        if !flags.contains(.isPlainClass), type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
        return action
    }

    /// Comes after the value has changed.
    final func run(_ action: (any CAAction)?, _ key: String) {
        if let action { action.run(forKey: key, object: self, arguments: nil) }
        if let look = details?.look { look.observers?.didChange(key) }
    }

    /// The commit sends the record, and presentation layers show the one from before until then.
    final func noteRecordChange(_ record: LayerFlags) {
        guard let context, identifier != 0, !flags.contains(record) else { return }
        flags.insert(record)
        context.noteRecord(record, of: self)
    }

    final func noteChange(_ flag: LayerFlags) {
        guard let context, identifier != 0, !flags.contains(flag) else { return }
        flags.insert(flag)
        context.note(self)
    }

    final func setFlag(_ flag: LayerFlags, _ isOn: Bool, _ key: String) {
        change(key, from: flags.contains(flag), to: isOn) { flags.set(flag, isOn) }
    }

    final func setDelegate(_ delegate: (any CALayerDelegate)?) {
        if let owner, let delegate, owner === delegate { return }
        guard canSet("delegate") else { return }
        if delegate == nil && details == nil { return }
        made.delegate = delegate
    }

    final func changeTiming(_ body: (inout MediaTiming) -> Void) {
        var new = timing
        body(&new)
        guard new != timing else { return }
        CATransaction.openImplicit()
        noteRecordChange(.stateChanged)
        made.madeTiming.timing = new
    }

    final var timing: MediaTiming { details?.timing?.timing ?? MediaTiming(duration: .infinity) }

    /// Ends the links of a layer that goes away. A deep tree is taken apart piece by piece: were each layer to release
    /// its sublayers, ten thousand of them would overflow the stack.
    nonisolated final func dismantle() {
        guard !sublayerStorage.isEmpty || flags.contains(.hasMask) else { return }
        var pending: [CALayer] = []
        takeLinks(into: &pending)
        while var layer = pending.popLast() {
            layer.superlayerStorage = nil
            layer.flags.remove(.isMask)
            if !layer.sublayerStorage.isEmpty || layer.flags.contains(.hasMask), isKnownUniquelyReferenced(&layer) {
                layer.takeLinks(into: &pending)
            }
        }
    }

    private nonisolated final func takeLinks(into list: inout [CALayer]) {
        list.append(contentsOf: sublayerStorage)
        sublayerStorage.removeAll()
        if let mask = maskStorage {
            list.append(mask)
            details?.look?.mask = nil
            flags.remove(.hasMask)
        }
    }
}
