/// What must be true of a machine for a board file to be meant. Every list that is not empty must match with one entry.
public struct BoardMatch: Hashable, Sendable {
    /// Entries of the device tree's root `compatible` list.
    public var compatible: [String] = []
    /// `sys_vendor` and `product_name` of the firmware, for machines without a device tree.
    public var dmiVendor: String?
    public var dmiProduct: String?
    /// Connectors that are not disconnected.
    public var connector: [String] = []
    /// The driver that the connector's device is bound to, as `/sys/class/drm/card0/device/driver` names it. Not always
    /// the name the card gives itself (`drm.drivers`).
    public var driver: [String] = []
    /// Sizes in the connector's mode list, as `800x480`.
    public var mode: [BoardMode] = []
}

/// Which card to use.
public struct BoardCard: Hashable, Sendable {
    /// Kernel drivers, the best first.
    public var drivers: [String] = []
    /// A path that stays the same from boot to boot, such as one in `/dev/dri/by-path`.
    public var path: String?
}

/// A pixel format, in lower case as the kernel's `DRM_FORMAT_…`.
public enum BoardPixelFormat: String, CaseIterable, Sendable {
    case xrgb8888, argb8888, xbgr8888, abgr8888, rgb888, bgr888, xrgb2101010, rgb565, bgr565
}

/// Where a touch device's coordinates are made to fit the panel.
public enum TouchTransform: String, CaseIterable, Sendable {
    /// Driver or device tree; nothing to do.
    case kernel
    /// udev's `LIBINPUT_CALIBRATION_MATRIX`; libinput does it.
    case udev
    /// `BoardTouch.matrix`; the application does it.
    case app
}

/// A touch device that belongs to the panel.
public struct BoardTouch: Hashable, Sendable {
    /// The device's name as in `/proc/bus/input/devices`; a `*` at the end stands for anything.
    public var name: String?
    /// `i2c`, `usb`, `spi` or `platform`; for people.
    public var bus: String?
    public var vendor: UInt32?
    public var product: UInt32?
    /// Fingers told apart.
    public var points: Int?
    public var transform: TouchTransform = .kernel
    /// The connector of the panel it belongs to, where the file describes several.
    public var output: String?
    /// Six numbers as libinput's calibration matrix, where `transform` is `.app`.
    public var matrix: [Double]?

    /// `vendor`, `product`: as `lsusb` has them. `matrix`: only where `transform` is `.app`.
    public init(
        name: String? = nil, vendor: UInt32? = nil, product: UInt32? = nil, points: Int? = nil,
        transform: TouchTransform = .kernel, matrix: [Double]? = nil
    ) {
        self.name = name
        self.vendor = vendor
        self.product = product
        self.points = points
        self.transform = transform
        self.matrix = matrix
    }

    /// Whether a device with these properties is the one.
    public func matches(name: String, vendor: UInt32, product: UInt32) -> Bool {
        if let wanted = self.name {
            let fits = wanted.last == "*" ? name.hasPrefix(wanted.dropLast()) : name == wanted
            if !fits { return false }
        }
        if let wanted = self.vendor, wanted != vendor { return false }
        if let wanted = self.product, wanted != product { return false }
        return self.name != nil || self.vendor != nil
    }
}

/// The panel's light.
public struct BoardBacklight: Hashable, Sendable {
    /// Its folder in `/sys/class/backlight`; a `*` at the end stands for anything.
    public var name: String = "*"
    /// The highest brightness, if known.
    public var levels: Int?
    public var isOnOffOnly = false
}

/// How the screen goes dark.
public enum BlankMethod: String, CaseIterable, Sendable {
    /// The display controller and the panel are switched off.
    case dpms
    /// The light goes out, the picture stays.
    case backlight
    /// A black picture. For panels that lose their touch device, or never come back, when switched off.
    case black
}

/// When the screen goes dark while nobody touches it. Where nothing is said it stays lit.
public struct BoardIdle: Hashable, Sendable {
    /// Seconds without a touch.
    public var dimAfter: Double?
    /// How bright it is then, 0 to 1, as a share of what it was.
    public var dimLevel: Double?
    /// Seconds without a touch.
    public var blankAfter: Double?
    /// Seconds between two steps by which the picture wanders, against burning in.
    public var pixelShift: Double?
}

/// A time of the day and night in which the panel is less bright.
public struct BoardNight: Hashable, Sendable {
    /// Minutes since midnight, local time, 0 to 1439; not the same.
    public var from: Int
    public var to: Int
    /// How bright the panel is then at the most, 0 to 1.
    public var brightness: Double

    public init(from: Int, to: Int, brightness: Double) {
        self.from = from
        self.to = to
        self.brightness = brightness
    }

    /// "22:00-06:30@0.2"
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let brightness = Double(parts[1]), (0...1).contains(brightness) else { return nil }
        let times = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Self.minutes($0) }
        guard times.count == 2, let from = times[0], let to = times[1], from != to else { return nil }
        self.init(from: from, to: to, brightness: brightness)
    }

    /// "06:30", minutes since midnight.
    static func minutes(_ text: Substring) -> Int? {
        let digits = text.split(separator: ":", omittingEmptySubsequences: false)
        guard digits.count == 2, digits.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isNumber) }),
            let hours = Int(digits[0]), let minutes = Int(digits[1]), hours < 24, minutes < 60
        else { return nil }
        return hours * 60 + minutes
    }
}

/// A panel beside the first one.
public struct BoardScreen: Hashable, Sendable {
    public var connector: String
    /// `nil`: what the panel prefers.
    public var mode: BoardMode?
    /// As `Board.rotation`.
    public var rotation = 0
    /// Pixels per point; `nil`: as the first panel's.
    public var scale: Double?
}

/// When the next frame is due.
public enum BoardPacing: Hashable, Sendable {
    /// By the time stamps of the flips.
    case measured
    /// So many frames a second, for panels that report nonsense.
    case fixed(Double)
}

/// What the display controller's planes can do, where it matters.
public struct BoardPlanes: Hashable, Sendable {
    /// Degrees the hardware can turn by.
    public var rotations: [Int] = [0]
    /// False: the picture is turned by the program, whatever the planes say.
    public var usesRotation = true
    /// False: the mouse's arrow is a part of the picture.
    public var usesCursor = true
    /// Whether the file says which rotations there are.
    public var areRotationsKnown = false
    public var hasOverlay = false

    /// Whether the planes may be asked to turn the picture by `angle`, degrees.
    public func mayTurn(by angle: Int) -> Bool {
        usesRotation && (!areRotationsKnown || rotations.contains(angle))
    }
}

/// Who has seen the facts at work.
public enum BoardVerification: String, CaseIterable, Sendable {
    case hardware
    /// Read in kernel sources, device trees or documents; never run.
    case sourceOnly = "source-only"
}
