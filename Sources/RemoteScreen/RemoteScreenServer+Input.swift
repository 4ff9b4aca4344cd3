import Input

/// What people do, who may touch.
extension RemoteScreenServer {
    /// - Parameters:
    ///   - buttons: one bit each, the left one first.
    ///   - x: pixels of the upright screen.
    func point(_ buttons: Int32, _ x: Int32, _ y: Int32, by viewer: RemoteViewer) {
        guard !isViewOnly else { return }
        let geometry = geometry.withLock { $0 }
        let width = Double(geometry.screenSize.width)
        let height = Double(geometry.screenSize.height)
        // The middle of the pixel, as a finger would.
        let place = geometry.rotation.panelPosition(
            ofScreen: SIMD2((Double(x) + 0.5) / width, (Double(y) + 0.5) / height))
        let isDown = buttons & 1 != 0
        let phase: ContactPhase? = state.withLock { state in
            switch (isDown, state.toucher == ObjectIdentifier(viewer)) {
            case (true, false) where state.toucher == nil:
                state.toucher = ObjectIdentifier(viewer)
                return .began
            case (true, true):
                return .moved
            case (false, true):
                state.toucher = nil
                return .ended
            default:
                // Another's finger is on the panel.
                return nil
            }
        }
        if let phase { input.report([(0, phase, place.x, place.y)]) }
        // Buttons 4 to 7 are a click of the wheel each.
        let clicks = (
            vertical: Double(buttons >> 4 & 1) - Double(buttons >> 3 & 1),
            horizontal: Double(buttons >> 6 & 1) - Double(buttons >> 5 & 1)
        )
        if clicks.vertical != 0 || clicks.horizontal != 0 {
            input.report(.moved(x: place.x, y: place.y))
            input.report(.wheel(x: clicks.horizontal, y: clicks.vertical))
            input.report(.left)
        }
    }

    func press(_ isDown: Bool, _ symbol: UInt32) {
        guard !isViewOnly else { return }
        let symbol = KeySymbol(symbol)
        let modifiers = state.withLock { state in
            if let modifier = symbol.modifier {
                if isDown { state.modifiers.insert(modifier) } else { state.modifiers.remove(modifier) }
            }
            return state.modifiers
        }
        let characters = symbol.characters
        input.report(
            key: ReportedInput.Key(
                usage: symbol.usage, characters: characters, charactersIgnoringModifiers: characters,
                modifiers: modifiers),
            // A key goes up as "a" that went down as "A" where shift was let go first.
            number: symbol.usage != 0 ? UInt32(symbol.usage) : symbol.rawValue | 1 << 31, isDown: isDown)
    }
}
