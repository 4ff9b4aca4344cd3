/// The name of a layer in the render tree: a small number that the model tree hands out and takes back.
///
/// The render tree is an array indexed by it, so numbers are reused: a layer that left is removed in one commit and its
/// number may come back in a later one.
public struct LayerID: Hashable, Sendable {
    public var rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
