/// What `ContactAssembler` needs of a libinput event.
enum DeviceEvent {
    case added(InputDevice)
    case removed(deviceID: UInt32)
    /// One slot of a report that is not yet complete.
    case touch(RawContact)
    /// The report is complete.
    case frame(deviceID: UInt32)
    /// A mouse moved by so many pixels of the screen, as the user sees it.
    case pointerMotion(deviceID: UInt32, dx: Double, dy: Double, microseconds: Int64)
    /// An absolute pointer is at this place of the panel, 0…1.
    case pointerPosition(deviceID: UInt32, x: Double, y: Double, microseconds: Int64)
    case button(deviceID: UInt32, PointerButtons, isDown: Bool, microseconds: Int64)
    /// A wheel or two fingers on a trackpad.
    case scroll(deviceID: UInt32, PointerEvent.Action, microseconds: Int64)
    /// Two fingers on a trackpad pinch or turn.
    case pinchBegan(deviceID: UInt32, microseconds: Int64)
    /// - Parameters:
    ///   - scale: relative to the beginning.
    ///   - degrees: clockwise since the update before.
    case pinched(deviceID: UInt32, scale: Double, degrees: Double, microseconds: Int64)
    case pinchEnded(deviceID: UInt32, isCancelled: Bool, microseconds: Int64)
    /// Fingers rest on a trackpad.
    case rested(deviceID: UInt32, microseconds: Int64)
    /// A pen is above the panel, 0…1 across it, and does not touch.
    case penHovered(deviceID: UInt32, x: Double, y: Double, PenState, microseconds: Int64)
    /// A pen is out of the device's reach.
    case penLeft(deviceID: UInt32, microseconds: Int64)
    /// A button at a pen's side went down.
    case penPressed(deviceID: UInt32, microseconds: Int64)
    /// A key; `keycode` is the kernel's.
    case key(deviceID: UInt32, keycode: UInt32, isDown: Bool, microseconds: Int64)
    /// Switches, swipes of three and more fingers on trackpads, pads.
    case other
}

/// What a mouse needs to know of the panel it moves over.
struct PointerPanel: Hashable, Sendable {
    /// The panel in its native orientation, in pixels.
    var width: Int
    var height: Int
    /// As `ContactMapping.rotation`.
    var rotation: Int
    /// Whether something is connected: the pointer is on no other panel.
    var isThere = true

    /// How far on the panel, in 0…1, a motion of the screen goes.
    func panelMotion(dx: Double, dy: Double) -> SIMD2<Double> {
        let pixels =
            switch rotation {
            case 90: SIMD2(-dy, dx)
            case 180: SIMD2(-dx, -dy)
            case 270: SIMD2(dy, -dx)
            default: SIMD2(dx, dy)
            }
        return pixels / SIMD2(Double(width), Double(height))
    }
}
