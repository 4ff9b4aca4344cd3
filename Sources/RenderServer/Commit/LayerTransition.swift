/// How a layer passes from the picture it showed to the one it shows now; `CATransition`.
public struct LayerTransition: Hashable, Sendable {
    public enum Kind: UInt8, Hashable, Sendable {
        /// The old picture gives way to the new one: where both are the same, nothing changes.
        case fade
        /// The new picture moves over the old one.
        case moveIn
        /// The new picture moves in and the old one out before it.
        case push
        /// The old picture moves away from the new one.
        case reveal
        /// The old picture is a page that rolls up from its lower edge and off the new one. Pages are cut at the layer's
        /// bounds, and only those of layers that are neither turned nor mirrored roll; others change at once.
        case curlUp
        /// The new picture is a page that unrolls over the old one.
        case curlDown
    }

    public var kind: Kind
    /// Where pictures move, in the layer's own coordinates: one axis, 1 or −1. They move by the layer's size along it.
    public var heading: SIMD2<Double>

    public init(_ kind: Kind, heading: SIMD2<Double> = SIMD2(1, 0)) {
        self.kind = kind
        self.heading = heading
    }
}
