internal import CUdev
import Glibc

/// Listens to udev, or to the kernel where no udev daemon runs (small images), for display cards and connectors that come
/// and go.
///
/// Sendable only in name: it is used by the thread that uses the output.
final class UdevMonitor: @unchecked Sendable {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer
    private var isClosed = false

    private init(udev: OpaquePointer, monitor: OpaquePointer) {
        self.udev = udev
        self.monitor = monitor
    }

    static func open() throws(KernelError) -> HotplugSource {
        errno = 0
        guard let udev = udev_new() else { throw KernelError(errno > 0 ? errno : ENOMEM) }
        // The daemon passes events on after its rules ran, when the node has its rights; without it nobody would.
        let group = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
        guard let monitor = udev_monitor_new_from_netlink(udev, group) else {
            let code = errno
            udev_unref(udev)
            throw KernelError(code > 0 ? code : EPROTONOSUPPORT)
        }
        var result = udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
        if result >= 0 { result = udev_monitor_enable_receiving(monitor) }
        guard result >= 0 else {
            udev_monitor_unref(monitor)
            udev_unref(udev)
            throw KernelError(-result)
        }
        let watch = UdevMonitor(udev: udev, monitor: monitor)
        return HotplugSource(
            fileDescriptor: udev_monitor_get_fd(monitor), next: { watch.next() }, close: { watch.close() })
    }

    private func next() -> HotplugEvent? {
        guard !isClosed else { return nil }
        while let device = udev_monitor_receive_device(monitor) {
            defer { udev_device_unref(device) }
            guard let action = udev_device_get_action(device).map({ String(cString: $0) }),
                let kind = Self.actions[action], isCard(device)
            else { continue }
            return HotplugEvent(action: kind, deviceNumber: Int64(bitPattern: UInt64(udev_device_get_devnum(device))))
        }
        return nil
    }

    private static let actions: [String: HotplugEvent.Action] = [
        "add": .added, "remove": .removed, "change": .changed,
    ]

    /// Connectors (card0-DSI-1) and render nodes have events of their own, which say nothing about the display.
    private func isCard(_ device: OpaquePointer) -> Bool {
        guard let name = udev_device_get_sysname(device).map({ String(cString: $0) }), name.hasPrefix("card")
        else { return false }
        return Int(name.dropFirst(4)) != nil
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }
}
