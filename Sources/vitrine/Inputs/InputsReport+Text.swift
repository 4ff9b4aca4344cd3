import Input

extension InputsReport {
    var text: String {
        var text = ""
        for device in devices {
            text += "\(device.node)  \(Lines.plain(device.name)) (\(Self.identity(device)))\n"
            text += "    \(Self.facts(device).joined(separator: ", "))\n"
        }
        if let problem { return text + problem + "\n" }
        for refused in refused { text += "\(refused.node)  may not be opened: \(refused.advice)\n" }
        for message in messages { text += "libinput: \(Lines.plain(message))\n" }
        if let note { return text + note + "\n" }
        if touchScreens.isEmpty {
            text += "There is no touch screen\(refused.isEmpty ? "" : " among those that may be opened").\n"
        }
        return text
    }

    /// "0416:038f", as lsusb writes it.
    static func identity(_ device: InputDevice) -> String {
        "\(hexadecimal(device.vendor)):\(hexadecimal(device.product))"
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number & 0xffff, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    static func facts(_ device: InputDevice) -> [String] {
        var words: [String] = []
        if device.isTouchScreen {
            words.append("touch screen")
            words.append(device.touchCount.map { "\($0) contacts" } ?? "does not say how many contacts")
        }
        if device.isPointer { words.append("pointer") }
        if device.isKeyboard { words.append("keys") }
        if words.isEmpty { return ["neither touch screen nor pointer: not used"] }
        if let size = device.sizeInMillimetres {
            words.append("\(Int(size.x.rounded())) x \(Int(size.y.rounded())) mm")
        }
        if device.isTouchScreen {
            words.append(device.isCalibratedBelow ? "calibrated by udev's matrix" : "no calibration by udev")
        }
        if let output = device.outputName { words.append("tied to the output \(Lines.plain(output))") }
        return words
    }
}
