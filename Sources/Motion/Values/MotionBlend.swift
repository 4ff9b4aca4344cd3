/// Something between two things that are no numbers, such as pictures or outlines: which two, and how far. What they are
/// is known to who shows them.
public struct MotionBlend: Hashable, Sendable {
    /// 0 is what the model has.
    public var from: UInt32
    public var to: UInt32
    /// 0…1, or beyond.
    public var share: Double

    public init(from: UInt32, to: UInt32, share: Double) {
        self.from = from
        self.to = to
        self.share = share
    }

    /// The thing itself.
    public init(_ number: UInt32 = 0) { self.init(from: number, to: number, share: 0) }

    /// Between two blends there is only what is nearest to each.
    func interpolated(to end: MotionBlend, _ t: Double) -> MotionBlend {
        MotionBlend(from: nearest, to: end.nearest, share: t)
    }

    private var nearest: UInt32 { share < 0.5 ? from : to }
}
