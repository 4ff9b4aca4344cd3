import Glibc

extension DisplayError {
    /// Sorts failures by what the caller should do.
    static func recovery(reason: Reason, operation: Operation, code: Int32) -> Recovery {
        switch reason {
        case .refused: recovery(operation: operation, code: code)
        case .noConnectedOutput(let candidates):
            // A card that could not be asked may be the right one, and nothing announces that it can be asked now.
            candidates.contains { isTemporary($0.code) } ? .retryLater : .retryAfterEvent
        case .noSuchMode, .noUsableFormat, .noUsablePlane: .stop
        case .flipPending, .disconnected: .retryAfterEvent
        case .staleBuffer: .retryLater
        }
    }

    private static func recovery(operation: Operation, code: Int32) -> Recovery {
        switch code {
        case EBUSY where operation == .flip || operation == .commitFlip:
            // The flip that the device still works on ends with an event.
            .retryAfterEvent
        case ENODEV, ENXIO:
            // The card is gone; udev tells when it comes back.
            .retryAfterEvent
        case ENOENT where operation == .openCard:
            .retryAfterEvent
        case _ where isTemporary(code):
            .retryLater
        case EINVAL, ENOENT, ENOSPC, E2BIG, ERANGE, EOVERFLOW, EIO, ETIMEDOUT:
            isShowing(operation) ? .reconfigure : .stop
        case _ where (code == ENOSYS || code == EOPNOTSUPP) && isShowing(operation):
            // A picture was shown before: the device can.
            .reconfigure
        default:
            .stop
        }
    }

    /// Another process has the display, rights come late at boot, or memory is short for a moment.
    private static func isTemporary(_ code: Int32) -> Bool {
        switch code {
        case EBUSY, EACCES, EPERM, EAGAIN, EINTR, ENOMEM, EMFILE, ENFILE: true
        default: false
        }
    }

    private static func isShowing(_ operation: Operation) -> Bool {
        switch operation {
        case .setMode, .commitMode, .flip, .commitFlip, .createBlob, .markDirty: true
        default: false
        }
    }
}
