public import Foundation

// Foundation has these for `Double` here, but not for `CGFloat`.
extension CGFloat {
    /// The number, rounded to what a `CGFloat` can say.
    public init(truncating number: NSNumber) { self.init(number.doubleValue) }

    /// Nil for a number that a `CGFloat` cannot say exactly.
    public init?(exactly number: NSNumber) {
        guard let value = Double(exactly: number) else { return nil }
        self.init(value)
    }
}
