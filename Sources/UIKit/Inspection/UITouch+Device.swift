extension UITouch {
    /// The device's own number for the finger; free again once the touch is over. -1 on panels that know one finger.
    package var slot: Int { contactSlot }

    /// Which device it is on: `InputDevice.id` of one of `UIApplication.inputDevices`, or 0 for a script.
    package var deviceID: UInt32 { contactDevice }
}
