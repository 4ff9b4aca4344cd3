// Everything this module asks of the kernel for a display, in one place: the real one is `system`, tests bring a script.

/// The kernel's display calls.
///
/// Numbers are values of zero or more, or a negative errno, as in C. Descriptors are the caller's to close.
package struct KMSFunctions: Sendable {
    /// Reads a list or an object; throws the errno.
    package typealias Reading<Input, Value> = @Sendable (Int32, Input) throws(KernelError) -> Value

    // MARK: Cards

    /// The paths of all primary nodes, in the order of their numbers.
    package var listCards: @Sendable () throws(KernelError) -> [String]
    package var open: @Sendable (_ path: String) -> Int32
    package var close: @Sendable (_ fd: Int32) -> Void
    package var deviceNumber: @Sendable (_ fd: Int32) -> Int64
    package var driverName: @Sendable (_ fd: Int32) throws(KernelError) -> String
    package var capability: @Sendable (_ fd: Int32, _ capability: UInt64) -> Int64
    package var setClientCapability: @Sendable (_ fd: Int32, _ capability: UInt64, _ value: UInt64) -> Int32
    package var setMaster: @Sendable (_ fd: Int32) -> Int32
    package var dropMaster: @Sendable (_ fd: Int32) -> Int32
    /// Who else has the node open, for a person: "plymouthd (312)".
    package var holders: @Sendable (_ path: String) -> [String]
    /// The splash screen that runs, "plymouthd"; also somebody without the right to `holders` is told.
    package var splash: @Sendable () -> String? = { nil }
    /// Has master dropped when the process ends unforeseen; a negative descriptor takes that back.
    package var armRestoration: @Sendable (_ fd: Int32) -> Void

    /// A descriptor that is master of these objects alone, or a negative errno.
    package var createLease: @Sendable (_ fd: Int32, _ objects: [UInt32]) -> Int32

    // MARK: Objects

    package var resources: @Sendable (_ fd: Int32) throws(KernelError) -> KMSResources
    package var connector: @Sendable (_ fd: Int32, _ id: UInt32, _ probe: Bool) throws(KernelError) -> KMSConnector
    package var encoder: Reading<UInt32, KMSEncoder>
    package var crtc: Reading<UInt32, KMSCRTC>
    package var planes: @Sendable (_ fd: Int32) throws(KernelError) -> [UInt32]
    package var plane: Reading<UInt32, KMSPlane>
    package var properties:
        @Sendable (_ fd: Int32, _ object: UInt32, _ type: KMSObjectType) throws(KernelError) -> [KMSProperty]

    // MARK: Buffers

    package var createDumb:
        @Sendable (_ fd: Int32, _ width: Int, _ height: Int, _ bitsPerPixel: Int) throws(KernelError) -> KMSDumbBuffer
    package var destroyDumb: @Sendable (_ fd: Int32, _ handle: UInt32) -> Int32
    package var mapDumb:
        @Sendable (_ fd: Int32, _ handle: UInt32, _ size: UInt64) throws(KernelError) -> UnsafeMutableRawPointer
    package var unmap: @Sendable (_ pixels: UnsafeMutableRawPointer, _ size: UInt64) -> Void
    /// The framebuffer's id.
    package var addFramebuffer:
        @Sendable (_ fd: Int32, _ width: Int, _ height: Int, _ format: UInt32, _ handle: UInt32, _ pitch: UInt32) ->
            Int64
    package var removeFramebuffer: @Sendable (_ fd: Int32, _ framebuffer: UInt32) -> Int32

    // MARK: Showing

    /// The blob's id.
    package var createModeBlob: @Sendable (_ fd: Int32, _ mode: KMSMode) -> Int64
    /// The blob's id.
    package var createClipsBlob: @Sendable (_ fd: Int32, _ clips: UnsafeBufferPointer<KMSClip>) -> Int64
    package var destroyBlob: @Sendable (_ fd: Int32, _ blob: UInt32) -> Int32
    package var commit:
        @Sendable (
            _ fd: Int32, _ flags: CommitFlags, _ values: UnsafeBufferPointer<KMSPropertyValue>, _ userData: UInt64
        ) -> Int32
    package var setCRTC:
        @Sendable (
            _ fd: Int32, _ crtc: UInt32, _ framebuffer: UInt32, _ x: UInt32, _ y: UInt32, _ connectors: [UInt32],
            _ mode: KMSMode?
        ) -> Int32
    package var pageFlip: @Sendable (_ fd: Int32, _ crtc: UInt32, _ framebuffer: UInt32, _ userData: UInt64) -> Int32
    /// Tells that parts of a framebuffer that is shown changed; without clips all of it.
    package var markDirty:
        @Sendable (_ fd: Int32, _ framebuffer: UInt32, _ clips: UnsafeBufferPointer<KMSClip>) -> Int32
    /// Shows a buffer above everything; handle 0 takes it away.
    package var setCursor:
        @Sendable (
            _ fd: Int32, _ crtc: UInt32, _ handle: UInt32, _ width: UInt32, _ height: UInt32, _ hotX: Int32,
            _ hotY: Int32
        ) -> Int32
    /// Where its top left corner is, pixels of the CRTC; may be negative.
    package var moveCursor: @Sendable (_ fd: Int32, _ crtc: UInt32, _ x: Int32, _ y: Int32) -> Int32
    /// Zero or more when the CRTC counts vertical blanks.
    package var verticalBlankCount: @Sendable (_ fd: Int32, _ crtc: UInt32) -> Int64
    /// How many flips were completed since the last call; they are written to the buffer, which holds `eventCapacity`.
    package var readEvents: @Sendable (_ fd: Int32, _ events: UnsafeMutableBufferPointer<KMSFlipEvent>) -> Int32
    package static let eventCapacity = 32

    // MARK: Time and hotplug

    /// CLOCK_MONOTONIC, seconds.
    package var now: @Sendable () -> Double
    package var createTimer: @Sendable () -> Int32
    /// Makes the timer readable at a time of `now`; at once when that is past.
    package var setTimer: @Sendable (_ fd: Int32, _ time: Double) -> Int32
    /// Whether the timer was readable; it no longer is.
    package var clearTimer: @Sendable (_ fd: Int32) -> Bool
    /// A descriptor that becomes readable when the machine wakes from sleep (or its clock was set), or a negative errno.
    package var createSuspendWatch: @Sendable () -> Int32
    /// Whether it was readable; it no longer is.
    package var clearSuspendWatch: @Sendable (_ fd: Int32) -> Bool
    /// Seconds that the machine has slept since it was started.
    package var timeAsleep: @Sendable () -> Double
    package var openHotplug: @Sendable () throws(KernelError) -> HotplugSource

    /// `DRM_MODE_ATOMIC_…` and `DRM_MODE_PAGE_FLIP_EVENT`.
    package struct CommitFlags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        package static let event = CommitFlags(rawValue: 0x0001)
        /// Checks, and changes nothing.
        package static let testOnly = CommitFlags(rawValue: 0x0100)
        package static let nonBlocking = CommitFlags(rawValue: 0x0200)
        package static let allowModeset = CommitFlags(rawValue: 0x0400)
    }

    /// `DRM_CAP_…` and `DRM_CLIENT_CAP_…`.
    package enum Capability {
        package static let dumbBuffer: UInt64 = 0x1
        package static let cursorWidth: UInt64 = 0x8
        package static let cursorHeight: UInt64 = 0x9
        package static let clientUniversalPlanes: UInt64 = 2
        package static let clientAtomic: UInt64 = 3
        /// Without it newer kernels hide the cursor planes of virtual machines from atomic clients.
        package static let clientCursorHotSpot: UInt64 = 6
    }
}
