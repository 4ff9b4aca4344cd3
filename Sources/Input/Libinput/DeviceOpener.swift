/// Opens input devices in the process's stead, where it has no rights of its own: a seat.
public struct DeviceOpener: Sendable {
    /// A descriptor for the device node, or a negative errno. Called on the input thread.
    public var open: @Sendable (_ path: String) -> Int32
    /// Takes the descriptor back and closes it.
    public var close: @Sendable (_ fd: Int32) -> Void

    public init(open: @escaping @Sendable (String) -> Int32, close: @escaping @Sendable (Int32) -> Void) {
        self.open = open
        self.close = close
    }
}
