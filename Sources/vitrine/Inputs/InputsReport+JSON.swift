import ControlSocket
import Input

extension InputsReport {
    var json: JSONValue {
        .fields([
            "devices": .list(devices.map(device)),
            "refused": .list(
                refused.map { .fields(["node": .text($0.node), "advice": .text($0.advice)]) }),
            "messages": .list(messages.map { .text($0) }),
            "note": .optional(note),
            "problem": .optional(problem),
        ])
    }

    private func device(_ device: InputDevice) -> JSONValue {
        .fields([
            "node": .text(device.node),
            "name": .text(device.name),
            "vendor": .integer(Int(device.vendor)),
            "product": .integer(Int(device.product)),
            "touch": .bool(device.isTouchScreen),
            "pointer": .bool(device.isPointer),
            "keys": .bool(device.isKeyboard),
            "contacts": .optional(device.touchCount),
            "width_mm": device.sizeInMillimetres.map { .number($0.x) } ?? .null,
            "height_mm": device.sizeInMillimetres.map { .number($0.y) } ?? .null,
            "calibrated_by_udev": .bool(device.isCalibratedBelow),
            "output": .optional(device.outputName),
        ])
    }
}
