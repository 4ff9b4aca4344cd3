/// Who decides whether this process may show something now: the virtual terminals, or a daemon.
///
/// Used by the thread that uses the output.
public protocol Seat: AnyObject, Sendable {
    /// Readable when something changed.
    var fileDescriptor: Int32 { get }
    /// The next change, or nil; never waits.
    func nextChange() -> SeatChange?
    /// After `revoked`, once the display was let go: another program may have it.
    func letGo()
    func close()
}

public enum SeatChange: Hashable, Sendable {
    /// Another program is to show something: let the display go, then say so with `letGo`.
    case revoked
    /// The display is ours again.
    case granted
}
