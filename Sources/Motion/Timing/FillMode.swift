/// What an animation shows outside its active time; `CAMediaTimingFillMode`.
public enum FillMode: UInt8, Hashable, Sendable {
    case removed
    case forwards
    case backwards
    case both
}
