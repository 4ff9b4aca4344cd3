/// What answers requests.
public protocol ControlResponder: AnyObject, Sendable {
    /// Called on the server's thread, which must not wait: answer at once, or from another thread later.
    func respond(to request: ControlRequest, with reply: ControlReply)
}
