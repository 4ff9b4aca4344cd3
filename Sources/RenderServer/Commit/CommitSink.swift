/// Where the model tree's commits go: the render server, or a recorder in tests. Main thread.
public protocol CommitSink: AnyObject {
    /// An empty commit to fill.
    func makeCommit() -> Commit
    /// Takes the commit over; it is applied whole, before the next frame.
    func submit(_ commit: Commit)
    /// Asks for one `RenderEvent.tick` at the beginning of the next frame.
    func requestTick()
}
