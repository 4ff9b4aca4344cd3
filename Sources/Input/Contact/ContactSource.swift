/// Something that has fingers to report.
public protocol ContactSource: AnyObject {
    /// Begins to deliver into `queue` from a thread of its own, until `stop()`.
    ///
    /// A machine without any input device is no error: one may be plugged in later.
    func start(delivering queue: ContactQueue) throws(InputError)

    /// Ends the thread. What is down is cancelled: when this returns, the cancelled contacts are in the queue. Does
    /// nothing if not started; the source may be started again. Not to be called from the queue's wake hook.
    func stop()
}
