internal import CSeat
internal import CShims
import Glibc
import Synchronization

/// A seat that a daemon gives: seatd or logind, whichever libseat finds (its `LIBSEAT_BACKEND` chooses). The daemon opens
/// the devices, so that the process needs no rights to them.
///
/// Any thread; calls wait for each other.
public final class DaemonSeat: Seat, @unchecked Sendable {
    // Unchecked: what libseat changes is guarded by `lock`.

    /// "seat0"
    public let name: String
    public let fileDescriptor: Int32

    private struct Devices: Sendable {
        var isClosed = false
        /// libseat's numbers, by descriptor.
        var numbers: [Int32: Int32] = [:]
    }

    /// What the callbacks write down.
    private final class Changes {
        var list: [SeatChange] = []
        var isActive = false
        var listener = libseat_seat_listener()
    }

    private let lock = Mutex(Devices())
    private let changes: Changes
    private let seat: OpaquePointer

    /// Opens the seat and waits until it is ours, at most `seconds`.
    ///
    /// - Throws: when no daemon gives one; `recovery` says whether to try again.
    public init(waiting seconds: Double = 5) throws(DisplayError) {
        let changes = Changes()
        changes.listener.enable_seat = { _, owner in
            let changes = Unmanaged<Changes>.fromOpaque(owner!).takeUnretainedValue()
            changes.isActive = true
            changes.list.append(.granted)
        }
        changes.listener.disable_seat = { _, owner in
            let changes = Unmanaged<Changes>.fromOpaque(owner!).takeUnretainedValue()
            changes.isActive = false
            changes.list.append(.revoked)
        }
        libseat_set_log_level(LIBSEAT_LOG_LEVEL_ERROR)
        errno = 0
        guard let seat = libseat_open_seat(&changes.listener, Unmanaged.passUnretained(changes).toOpaque()) else {
            throw DisplayError(.openSeat, on: "seat", code: errno, recovery: .retryLater)
        }
        let end = vitrine_monotonic_seconds() + seconds
        while !changes.isActive {
            let left = end - vitrine_monotonic_seconds()
            errno = 0
            guard left > 0, libseat_dispatch(seat, Int32(left * 1000) + 1) >= 0 || errno == EINTR else {
                let code = errno
                libseat_close_seat(seat)
                throw DisplayError(
                    .openSeat, on: "seat", code: code == 0 ? ETIMEDOUT : code,
                    note: "The session is not the one that is shown.", recovery: .retryLater)
            }
        }
        changes.list = []
        self.seat = seat
        self.changes = changes
        name = libseat_seat_name(seat).map { String(cString: $0) } ?? "seat"
        fileDescriptor = libseat_get_fd(seat)
    }

    deinit { close() }

    // MARK: Seat

    public func nextChange() -> SeatChange? {
        lock.withLock { devices in
            guard !devices.isClosed else { return nil }
            if changes.list.isEmpty {
                // A daemon that died gives nothing back: what it gave is lost.
                if libseat_dispatch(seat, 0) < 0, errno != EINTR, errno != EAGAIN, changes.isActive {
                    changes.isActive = false
                    changes.list.append(.revoked)
                }
            }
            return changes.list.isEmpty ? nil : changes.list.removeFirst()
        }
    }

    public func letGo() {
        lock.withLock { devices in
            if !devices.isClosed { _ = libseat_disable_seat(seat) }
        }
    }

    public func close() {
        lock.withLock { devices in
            guard !devices.isClosed else { return }
            devices.isClosed = true
            for (fd, number) in devices.numbers {
                _ = libseat_close_device(seat, number)
                _ = Glibc.close(fd)
            }
            devices.numbers = [:]
            _ = libseat_close_seat(seat)
        }
    }

    // MARK: Devices

    public var isActive: Bool { lock.withLock { _ in changes.isActive } }

    /// A descriptor for a display card or an input device, or a negative errno.
    public func open(_ path: String) -> Int32 {
        lock.withLock { devices in
            guard !devices.isClosed else { return -ENODEV }
            var fd: Int32 = -1
            errno = 0
            let number = libseat_open_device(seat, path, &fd)
            guard number >= 0, fd >= 0 else { return errno > 0 ? -errno : -EACCES }
            devices.numbers[fd] = number
            return fd
        }
    }

    /// Gives a descriptor back. Those of others are closed as usual.
    public func close(_ fd: Int32) {
        lock.withLock { devices in
            if let number = devices.numbers.removeValue(forKey: fd), !devices.isClosed {
                _ = libseat_close_device(seat, number)
            }
            _ = Glibc.close(fd)
        }
    }
}

extension KMSFunctions {
    /// The kernel of this machine, with cards that a seat opens. It makes us master, or not.
    static func system(on seat: DaemonSeat) -> KMSFunctions {
        var functions = KMSFunctions.system
        functions.open = { seat.open($0) }
        functions.close = { seat.close($0) }
        functions.setMaster = { _ in seat.isActive ? 0 : -EACCES }
        functions.dropMaster = { _ in 0 }
        functions.armRestoration = { _ in }
        return functions
    }
}
