internal import CInput
internal import CShims
internal import CUdev
import Glibc

/// A libinput context on one seat of udev. Used by one thread at a time.
///
/// Everything that touches libinput is in this file and in `LibinputContext+Events.swift`.
final class LibinputContext {
    private let udev: OpaquePointer
    let context: OpaquePointer
    private let client: UnsafeMutablePointer<input_client>
    /// Owned here so that the callbacks can use it as long as the context lives.
    let record: DeviceRecord

    /// Opens every device of the seat that can be opened.
    init(seat: String, record: DeviceRecord) throws(InputError) {
        record.reset()
        guard let udev = udev_new() else {
            throw .failed(operation: "udev_new", subject: "udev", errno: ENOMEM)
        }
        let client = UnsafeMutablePointer<input_client>.allocate(capacity: 1)
        client.initialize(to: Self.callbacks(record))
        guard let context = input_context_create(udev, client) else {
            client.deallocate()
            udev_unref(udev)
            throw .failed(operation: "libinput_udev_create_context", subject: "udev", errno: 0)
        }
        self.udev = udev
        self.client = client
        self.context = context
        self.record = record
        guard libinput_udev_assign_seat(context, seat) == 0 else {
            throw .failed(operation: "libinput_udev_assign_seat", subject: "seat \(seat)", errno: 0)
        }
        if let error = record.permissionError { throw error }
    }

    deinit {
        libinput_unref(context)
        udev_unref(udev)
        client.deallocate()
        record.reset()
    }

    /// Readable when `dispatch()` has something to do.
    var descriptor: Int32 { libinput_get_fd(context) }

    /// Reads the devices; events wait for `nextEvent()` then. 0 or -errno.
    func dispatch() -> Int32 { libinput_dispatch(context) }

    private static func callbacks(_ record: DeviceRecord) -> input_client {
        input_client(
            owner: Unmanaged.passUnretained(record).toOpaque(),
            open: { path, flags, owner in
                guard let path, let owner else { return -EINVAL }
                let record = Unmanaged<DeviceRecord>.fromOpaque(owner).takeUnretainedValue()
                let descriptor =
                    record.opener.map { $0.open(String(cString: path)) } ?? vitrine_descriptor_open(path, flags)
                if descriptor >= 0 {
                    record.noteOpened(String(cString: path))
                } else if descriptor == -EACCES || descriptor == -EPERM {
                    record.noteRefused(String(cString: path))
                }
                return descriptor
            },
            close: { descriptor, owner in
                guard let owner, let opener = Unmanaged<DeviceRecord>.fromOpaque(owner).takeUnretainedValue().opener
                else {
                    close(descriptor)
                    return
                }
                opener.close(descriptor)
            },
            message: { priority, text, owner in
                guard let text, let owner else { return }
                let record = Unmanaged<DeviceRecord>.fromOpaque(owner).takeUnretainedValue()
                var words = Substring(String(cString: text))
                while words.last?.isNewline == true { words.removeLast() }
                let level: InputMessage.Priority =
                    switch UInt32(priority) {
                    case LIBINPUT_LOG_PRIORITY_ERROR.rawValue: .error
                    case LIBINPUT_LOG_PRIORITY_INFO.rawValue: .info
                    default: .debug
                    }
                // The kernel's buffer ran over: fingers end and begin anew, and a person should know why.
                let isLoss = words.contains("SYN_DROPPED")
                record.note(InputMessage(priority: level, text: String(words)), isForPeople: isLoss, isOnce: isLoss)
            })
    }
}
