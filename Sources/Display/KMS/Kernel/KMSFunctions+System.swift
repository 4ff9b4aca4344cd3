internal import CDRM
internal import CShims
import Glibc

extension KMSFunctions {
    /// The kernel of this machine.
    package static let system = KMSFunctions(
        listCards: { () throws(KernelError) in try SystemCards.list() },
        open: { cdrm_open($0) },
        close: { _ = Glibc.close($0) },
        deviceNumber: { cdrm_device_number($0) },
        driverName: { (fd) throws(KernelError) in try SystemCards.driverName(fd) },
        capability: { cdrm_capability($0, $1) },
        setClientCapability: { cdrm_set_client_capability($0, $1, $2) },
        setMaster: { cdrm_set_master($0) },
        dropMaster: { cdrm_drop_master($0) },
        holders: { SystemCards.holders(of: $0) },
        splash: { SystemCards.splash() },
        armRestoration: { fd in
            let slot = Int32(vitrine_restoration_display.rawValue)
            if fd >= 0 {
                vitrine_restoration_arm(slot, fd, cdrm_drop_master_request, 0)
            } else {
                vitrine_restoration_disarm(slot)
            }
        },
        createLease: { fd, objects in
            objects.withUnsafeBufferPointer { cdrm_create_lease(fd, $0.baseAddress, Int32($0.count)) }
        },
        resources: { (fd) throws(KernelError) in try SystemObjects.resources(fd) },
        connector: { (fd, id, probe) throws(KernelError) in try SystemObjects.connector(fd, id, probe: probe) },
        encoder: { (fd, id) throws(KernelError) in try SystemObjects.encoder(fd, id) },
        crtc: { (fd, id) throws(KernelError) in try SystemObjects.crtc(fd, id) },
        planes: { (fd) throws(KernelError) in try SystemObjects.planes(fd) },
        plane: { (fd, id) throws(KernelError) in try SystemObjects.plane(fd, id) },
        properties: { (fd, object, type) throws(KernelError) in
            try SystemObjects.properties(fd, object, type.rawValue)
        },
        createDumb: { (fd, width, height, bitsPerPixel) throws(KernelError) in
            var buffer = drm_mode_create_dumb()
            buffer.width = UInt32(width)
            buffer.height = UInt32(height)
            buffer.bpp = UInt32(bitsPerPixel)
            try KernelError.check(cdrm_create_dumb(fd, &buffer))
            return KMSDumbBuffer(handle: buffer.handle, pitch: buffer.pitch, size: buffer.size)
        },
        destroyDumb: { cdrm_destroy_dumb($0, $1) },
        mapDumb: { (fd, handle, size) throws(KernelError) in
            var pixels: UnsafeMutableRawPointer?
            try KernelError.check(cdrm_map_dumb(fd, handle, size, &pixels))
            guard let pixels else { throw KernelError(ENOMEM) }
            return pixels
        },
        unmap: { _ = munmap($0, Int($1)) },
        addFramebuffer: { fd, width, height, format, handle, pitch in
            cdrm_add_framebuffer(fd, UInt32(width), UInt32(height), format, handle, pitch)
        },
        removeFramebuffer: { cdrm_remove_framebuffer($0, $1) },
        createModeBlob: { fd, mode in
            var raw = SystemObjects.rawMode(mode)
            return cdrm_create_blob(fd, &raw, UInt32(MemoryLayout.size(ofValue: raw)))
        },
        createClipsBlob: { fd, clips in
            // KMSClip has drm_mode_rect's four 32-bit fields in its order.
            cdrm_create_blob(fd, clips.baseAddress, UInt32(clips.count * MemoryLayout<drm_mode_rect>.stride))
        },
        destroyBlob: { cdrm_destroy_blob($0, $1) },
        commit: { fd, flags, values, userData in
            withUnsafeTemporaryAllocation(of: cdrm_property_value.self, capacity: values.count) { raw in
                for index in values.indices {
                    let value = values[index]
                    raw.initializeElement(
                        at: index,
                        to: cdrm_property_value(object: value.object, property: value.property, value: value.value))
                }
                return cdrm_atomic_commit(fd, flags.rawValue, raw.baseAddress, Int32(values.count), userData)
            }
        },
        setCRTC: { fd, crtc, framebuffer, x, y, connectors, mode in
            var list = connectors
            guard let mode else { return cdrm_set_crtc(fd, crtc, 0, 0, 0, nil, 0, nil) }
            var raw = SystemObjects.rawMode(mode)
            return cdrm_set_crtc(fd, crtc, framebuffer, x, y, &list, Int32(list.count), &raw)
        },
        pageFlip: { cdrm_page_flip($0, $1, $2, $3) },
        markDirty: { fd, framebuffer, clips in
            withUnsafeTemporaryAllocation(of: drm_clip_rect.self, capacity: max(clips.count, 1)) { raw in
                for index in clips.indices {
                    let clip = clips[index]
                    raw.initializeElement(
                        at: index,
                        to: drm_clip_rect(
                            x1: UInt16(clamping: clip.x1), y1: UInt16(clamping: clip.y1),
                            x2: UInt16(clamping: clip.x2), y2: UInt16(clamping: clip.y2)))
                }
                return cdrm_mark_dirty(fd, framebuffer, raw.baseAddress, UInt32(clips.count))
            }
        },
        setCursor: { cdrm_set_cursor($0, $1, $2, $3, $4, $5, $6) },
        moveCursor: { cdrm_move_cursor($0, $1, $2, $3) },
        verticalBlankCount: { cdrm_vertical_blank_count($0, $1) },
        readEvents: { fd, events in
            withUnsafeTemporaryAllocation(of: cdrm_event.self, capacity: eventCapacity) { raw in
                let count = cdrm_read_events(fd, raw.baseAddress)
                for index in 0..<max(Int(count), 0) {
                    events.initializeElement(
                        at: index,
                        to: KMSFlipEvent(
                            sequence: raw[index].sequence, seconds: raw[index].seconds,
                            microseconds: raw[index].microseconds, userData: raw[index].user_data))
                }
                return count
            }
        },
        now: { vitrine_monotonic_seconds() },
        createTimer: { vitrine_descriptor_timer() },
        setTimer: { vitrine_descriptor_timer_at($0, UInt64(max($1, 0) * 1_000_000)) },
        clearTimer: { fd in
            var expirations: UInt64 = 0
            return read(fd, &expirations, MemoryLayout<UInt64>.size) > 0
        },
        createSuspendWatch: { vitrine_suspend_watch() },
        clearSuspendWatch: { vitrine_suspend_watch_clear($0) > 0 },
        timeAsleep: { vitrine_seconds_asleep() },
        openHotplug: { () throws(KernelError) in try UdevMonitor.open() })
}

extension KernelError {
    /// Throws what a C function answered, if it is an error.
    static func check(_ result: Int32) throws(KernelError) {
        if result < 0 { throw KernelError(-result) }
    }
}
