import Glibc

/// A panel's light, as the kernel has it under /sys/class/backlight.
///
/// Levels are from 0 to 1 and look even: half is half as bright to the eye. Used by one thread at a time; writing takes
/// some microseconds.
public final class Backlight {
    /// Its name, "10-0045".
    public let name: String
    /// Whether it knows no levels between on and off.
    public let isOnOffOnly: Bool
    /// Why the last write did not work, nil after one that did: rights, as a rule.
    public private(set) var error: DisplayError?

    private let path: String
    private let maximum: Int
    /// The kernel's numbers are even to the eye already.
    private let isPerceptual: Bool
    private var isLit = true

    public static let folder = "/sys/class/backlight"

    /// The eye's answer to light: what looks half as bright has less than a quarter of it.
    private static let gamma = 2.2

    /// Finds a light; nil without one that is meant.
    ///
    /// - Parameters:
    ///   - pattern: its name; a `*` at the end stands for anything. Of several, one of the firmware goes before one of the
    ///     platform, and that before a raw one, as the kernel's documentation wants it.
    ///   - isOnOffOnly: true where the levels that the kernel tells of are none.
    public static func find(
        _ pattern: String = "*", isOnOffOnly: Bool = false, in folder: String = Backlight.folder
    ) -> Backlight? {
        let ranks = ["firmware": 0, "platform": 1, "raw": 2]
        let lights = names(in: folder).filter { matches($0, pattern) }.compactMap { name in
            Backlight(name: name, isOnOffOnly: isOnOffOnly, folder: folder)
        }
        return lights.min {
            (ranks[$0.kind] ?? 3, $0.name) < (ranks[$1.kind] ?? 3, $1.name)
        }
    }

    private let kind: String

    private init?(name: String, isOnOffOnly: Bool, folder: String) {
        path = "\(folder)/\(name)"
        guard let maximum = Self.number("\(path)/max_brightness"), maximum > 0 else { return nil }
        self.name = name
        self.maximum = maximum
        self.isOnOffOnly = isOnOffOnly || maximum == 1
        kind = Self.text("\(path)/type") ?? ""
        isPerceptual = Self.text("\(path)/scale") == "non-linear"
    }

    // MARK: Light

    /// How bright it is when it is lit: what the kernel says, or 1 where it is out.
    public var level: Double {
        guard let number = Self.number("\(path)/brightness"), number > 0 else { return 1 }
        let share = min(Double(number) / Double(maximum), 1)
        return isPerceptual ? share : pow(share, 1 / Self.gamma)
    }

    /// Lights the panel. Never quite out: whoever chose 0 must still find the way back.
    ///
    /// - Parameter level: 0 to 1, limited to that; what is no number counts as 1.
    public func light(at level: Double) {
        let level = level.isFinite ? min(max(level, 0), 1) : 1
        let share = isPerceptual ? level : pow(level, Self.gamma)
        let number = isOnOffOnly ? maximum : min(max(Int((share * Double(maximum)).rounded()), 1), maximum)
        error = nil
        write("brightness", number)
        // Once: some drivers make a flash of it.
        if !isLit || Self.number("\(path)/bl_power") ?? 0 != 0 { writePower(0) }
        isLit = true
    }

    /// Switches it off.
    public func extinguish() {
        isLit = false
        error = nil
        writePower(Self.powerDown)
        // For drivers that know no power: what they do with 0 is their darkest.
        write("brightness", 0)
    }

    // MARK: Files

    /// FB_BLANK_POWERDOWN
    private static let powerDown = 4

    /// Not every kernel has the file.
    private func writePower(_ value: Int) {
        if access("\(path)/bl_power", F_OK) == 0 { write("bl_power", value) }
    }

    /// The first error of several is the one to tell.
    private func write(_ file: String, _ value: Int) {
        guard let code = refusal(of: file, value) else { return }
        error = error ?? DisplayError(.writeBacklight, on: "\(path)/\(file)", code: code, recovery: .stop)
    }

    private func refusal(of file: String, _ value: Int) -> Int32? {
        let fd = open("\(path)/\(file)", O_WRONLY | O_CLOEXEC)
        guard fd >= 0 else { return errno }
        defer { close(fd) }
        let bytes = Array("\(value)\n".utf8)
        return Glibc.write(fd, bytes, bytes.count) == bytes.count ? nil : errno
    }

    private static func text(_ path: String) -> String? {
        let fd = open(path, O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(fd, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

    private static func matches(_ name: String, _ pattern: String) -> Bool {
        pattern.last == "*" ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
