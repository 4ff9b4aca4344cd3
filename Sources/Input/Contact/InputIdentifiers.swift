import Synchronization

/// Numbers that no two sources of the process share.
enum InputIdentifiers {
    private static let lastDevice = Atomic<UInt32>(0)
    private static let lastSource = Atomic<UInt64>(0)

    /// For a device that was plugged in just now. Never 0.
    static func nextDevice() -> UInt32 {
        lastDevice.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The first contact identifier of a source that starts now; 2^40 are its own.
    static func firstContactOfNextSource() -> UInt64 {
        lastSource.wrappingAdd(1, ordering: .relaxed).newValue << 40
    }
}
