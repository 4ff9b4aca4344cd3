public import Foundation

// Apple's pencils send force and lean by radio, later than the place, and the touch holds estimates until then. A pen here
// reports all it knows in one event of the kernel, and no device is known that does otherwise: nothing is ever estimated. The
// members have the values that Apple documents for such devices, so that code which asks works unchanged.
extension UITouch {
    /// `UITouch.Properties`: what of a touch may be an estimate.
    public struct Properties: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let force = Properties(rawValue: 1 << 0)
        public static let azimuth = Properties(rawValue: 1 << 1)
        public static let altitude = Properties(rawValue: 1 << 2)
        public static let location = Properties(rawValue: 1 << 3)
        public static let roll = Properties(rawValue: 1 << 4)
    }

    /// What of this touch is estimated: nothing, ever.
    public var estimatedProperties: Properties { [] }
    /// What of it will be told better later: nothing, ever.
    public var estimatedPropertiesExpectingUpdates: Properties { [] }
    /// What ties an estimate to its update; nil where nothing is estimated.
    public var estimationUpdateIndex: NSNumber? { nil }
}
