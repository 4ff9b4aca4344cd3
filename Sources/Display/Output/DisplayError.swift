/// Why a display, or the console in front of it, could not be used: what was tried, on which device, what the kernel
/// answered, and what the caller should do.
public struct DisplayError: Error, Hashable, Sendable {
    /// What was tried. The raw value is the call's name as the kernel's documentation and `strace` have it.
    public enum Operation: String, Hashable, Sendable {
        case listCards = "readdir"
        case openCard = "open"
        case examineCard = "fstat"
        case readDriver = "DRM_IOCTL_VERSION"
        case readCapability = "DRM_IOCTL_GET_CAP"
        case setClientCapability = "DRM_IOCTL_SET_CLIENT_CAP"
        case becomeMaster = "DRM_IOCTL_SET_MASTER"
        case readResources = "DRM_IOCTL_MODE_GETRESOURCES"
        case readConnector = "DRM_IOCTL_MODE_GETCONNECTOR"
        case readEncoder = "DRM_IOCTL_MODE_GETENCODER"
        case readCRTC = "DRM_IOCTL_MODE_GETCRTC"
        case readPlane = "DRM_IOCTL_MODE_GETPLANE"
        case readProperties = "DRM_IOCTL_MODE_OBJ_GETPROPERTIES"
        case createBuffer = "DRM_IOCTL_MODE_CREATE_DUMB"
        case mapBuffer = "DRM_IOCTL_MODE_MAP_DUMB"
        case addFramebuffer = "DRM_IOCTL_MODE_ADDFB2"
        case createBlob = "DRM_IOCTL_MODE_CREATEPROPBLOB"
        case setMode = "DRM_IOCTL_MODE_SETCRTC"
        case commitMode = "DRM_IOCTL_MODE_ATOMIC (mode)"
        case switchOff = "DRM_IOCTL_MODE_SETCRTC (off)"
        case commitOff = "DRM_IOCTL_MODE_ATOMIC (off)"
        case flip = "DRM_IOCTL_MODE_PAGE_FLIP"
        case commitFlip = "DRM_IOCTL_MODE_ATOMIC (flip)"
        case readEvents = "read"
        case watchHotplug = "udev monitor"
        case createTimer = "timerfd"
        case chooseOutput = "choose output"
        case chooseMode = "choose mode"
        case choosePlane = "choose plane"
        case present = "present"
        case openConsole = "open console"
        case readConsole = "KDGETMODE"
        case setConsoleMode = "KDSETMODE"
        case setKeyboardMode = "KDSKBMODE"
        case watchSignals = "pipe2"
        case writeBacklight = "write backlight"
        case watchConsole = "VT_SETMODE"
        case readFramebuffer = "FBIOGET_VSCREENINFO"
        case blankFramebuffer = "FBIOBLANK"
        case markDirty = "DRM_IOCTL_MODE_DIRTYFB"
        case openSeat = "libseat_open_seat"
        case loadWindowLibrary = "dlopen"
        case openWindow = "SDL_CreateWindow"
        case createLease = "DRM_IOCTL_MODE_CREATE_LEASE"
    }

    /// What the caller should do.
    public enum Recovery: Hashable, Sendable {
        /// Wait for the output's next event (or, where opening failed, the `DisplayWatcher`'s), then try again.
        case retryAfterEvent
        /// Nothing will announce the change: try again after a while, less and less often.
        case retryLater
        /// The device refuses this configuration: `recover()`, or open again with another configuration.
        case reconfigure
        /// It cannot work.
        case stop
    }

    /// What is wrong, beyond the number of the kernel's answer.
    public enum Reason: Hashable, Sendable {
        /// The kernel refused; `code` says how.
        case refused
        /// No card has a connected connector that the configuration allows. Every card looked at, and why not.
        case noConnectedOutput([Candidate])
        /// The connector does not offer the wanted mode, or none at all.
        case noSuchMode(wanted: String, offered: [String])
        /// No primary plane of the display can be used.
        case noUsablePlane
        /// The primary plane takes none of our pixel formats. Those it takes.
        case noUsableFormat([String])
        /// The last picture is not on the panel yet.
        case flipPending
        /// The buffer was not acquired, or the output was reconfigured since.
        case staleBuffer
        /// The display is not connected, or the output was closed.
        case disconnected
    }

    /// A card, and why it was not taken.
    public struct Candidate: Hashable, Sendable {
        /// "/dev/dri/card0", with the driver where it is known: "/dev/dri/card0 (v3d)".
        public var card: String
        public var reason: String
        /// The errno of the call that failed; 0 when none did.
        public var code: Int32

        public init(card: String, reason: String, code: Int32 = 0) {
            self.card = card
            self.reason = reason
            self.code = code
        }
    }

    public var operation: Operation
    /// The device, with the connector where one is concerned: "/dev/dri/card0 (vc4), DSI-1".
    public var subject: String
    /// The kernel's answer, positive; 0 when it was not asked.
    public var code: Int32
    public var reason: Reason
    /// More for the person at the board, such as who holds the device; may be empty.
    public var note: String
    public var recovery: Recovery

    public init(
        _ operation: Operation, on subject: String, code: Int32 = 0, reason: Reason = .refused, note: String = "",
        recovery: Recovery? = nil
    ) {
        self.operation = operation
        self.subject = subject
        self.code = code
        self.reason = reason
        self.note = note
        self.recovery = recovery ?? Self.recovery(reason: reason, operation: operation, code: code)
    }
}
