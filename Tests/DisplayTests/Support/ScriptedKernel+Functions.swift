@testable import Display
import Glibc

extension ScriptedKernel {
    /// The same as functions.
    var functions: KMSFunctions {
        KMSFunctions(
            listCards: { () throws(KernelError) in
                try self.attempt("listCards")
                return self.cards.map(\.path).sorted()
            },
            open: { self.open($0) },
            close: { self.close($0) },
            deviceNumber: { fd in
                let result = self.record("deviceNumber")
                return result < 0 ? Int64(result) : (try? self.card(fd))?.deviceNumber ?? Int64(-ENODEV)
            },
            driverName: { (fd) throws(KernelError) in
                try self.attempt("driverName")
                return try self.card(fd).driver
            },
            capability: { fd, capability in
                let isCursor = [
                    KMSFunctions.Capability.cursorWidth, KMSFunctions.Capability.cursorHeight,
                ].contains(capability)
                let result = self.record(isCursor ? "cursorSize" : "capability")
                if result < 0 { return Int64(result) }
                if isCursor { return self.cursorSide }
                return (try? self.card(fd))?.hasDumbBuffers == true ? 1 : 0
            },
            setClientCapability: { fd, capability, _ in
                if capability == KMSFunctions.Capability.clientCursorHotSpot {
                    return self.record("enableHotSpot")
                }
                let isAtomic = capability == KMSFunctions.Capability.clientAtomic
                let result = self.record(isAtomic ? "enableAtomic" : "enablePlanes")
                guard result >= 0, let card = try? self.card(fd) else { return result }
                return (isAtomic ? card.isAtomic : card.hasUniversalPlanes) ? 0 : -EOPNOTSUPP
            },
            setMaster: { self.setMaster($0) },
            dropMaster: { self.dropMaster($0) },
            holders: { self.foreignMaster == $0 && self.isForeignMasterKnown ? ["splashd (7)"] : [] },
            splash: { self.foreignMaster == nil ? nil : "splashd" },
            armRestoration: { self.arm($0) },
            createLease: { self.createLease($0, $1) },
            resources: { (fd) throws(KernelError) in
                try self.attempt("resources")
                let card = try self.card(fd)
                var resources = KMSResources()
                resources.crtcs = card.crtcs.map(\.id)
                resources.connectors = card.connectors.map(\.id)
                return resources
            },
            connector: { (fd, id, probe) throws(KernelError) in
                try self.attempt("connector", "\(id)\(probe ? "" : " current")")
                return try self.find(id, self.card(fd).connectors, \.id)
            },
            encoder: { (fd, id) throws(KernelError) in
                try self.attempt("encoder")
                return try self.find(id, self.card(fd).encoders, \.id)
            },
            crtc: { (fd, id) throws(KernelError) in
                try self.attempt("crtc")
                return try self.find(id, self.card(fd).crtcs, \.id)
            },
            planes: { (fd) throws(KernelError) in
                try self.attempt("planes")
                return try self.card(fd).planes.map(\.id)
            },
            plane: { (fd, id) throws(KernelError) in
                try self.attempt("plane")
                return try self.find(id, self.card(fd).planes, \.id)
            },
            properties: { (fd, object, type) throws(KernelError) in
                try self.attempt("properties", "\(object)")
                return try self.card(fd).properties(of: object, type)
            },
            createDumb: { (fd, width, height, bits) throws(KernelError) in
                try self.createDumb(fd, width, height, bits)
            },
            destroyDumb: { self.destroyDumb($0, $1) },
            mapDumb: { (_, handle, size) throws(KernelError) in try self.mapDumb(handle, size) },
            unmap: { memory, _ in self.unmap(memory) },
            addFramebuffer: { _, _, _, format, handle, pitch in self.addFramebuffer(format, handle, pitch) },
            removeFramebuffer: { self.removeFramebuffer($0, $1) },
            createModeBlob: { _, _ in self.createBlob("createModeBlob", []) },
            createClipsBlob: { _, clips in self.createBlob("createClipsBlob", Array(clips)) },
            destroyBlob: { _, id in self.destroyBlob(id) },
            commit: { fd, flags, values, userData in self.commit(fd, flags, Array(values), userData) },
            setCRTC: { fd, crtc, framebuffer, _, _, connectors, mode in
                self.setCRTC(fd, crtc, framebuffer, connectors, mode)
            },
            pageFlip: { fd, _, framebuffer, userData in self.pageFlip(fd, framebuffer, userData) },
            markDirty: { fd, framebuffer, clips in self.markDirty(fd, framebuffer, Array(clips)) },
            setCursor: { fd, crtc, handle, width, height, hotX, hotY in
                self.setCursor(fd, crtc, handle, width, height, hotX, hotY)
            },
            moveCursor: { fd, crtc, x, y in
                let result = self.record("moveCursor", "\(crtc) \(x),\(y)")
                if result < 0 { return result }
                if self.isGone(fd) { return -ENODEV }
                return self.isMaster(fd) ? 0 : -EACCES
            },
            verticalBlankCount: { fd, _ in
                (try? self.card(fd))?.hasVerticalBlank == true ? 1 : Int64(-EOPNOTSUPP)
            },
            readEvents: { self.readEvents($0, $1) },
            now: { self.now },
            createTimer: {
                let result = self.record("createTimer")
                return result < 0 ? result : self.newDescriptor("timer")
            },
            setTimer: { self.setTimer($1) },
            clearTimer: { _ in self.clearTimer() },
            createSuspendWatch: {
                let result = self.record("createSuspendWatch")
                return result < 0 ? result : self.newDescriptor("suspend watch")
            },
            clearSuspendWatch: { _ in
                defer { self.isClockSet = false }
                return self.isClockSet
            },
            timeAsleep: { self.timeAsleep },
            openHotplug: { () throws(KernelError) in
                try self.attempt("openHotplug")
                guard self.hasUdev else { throw KernelError(EPROTONOSUPPORT) }
                let fd = self.newDescriptor("udev")
                return HotplugSource(
                    fileDescriptor: fd, next: { self.nextUevent(fd) }, close: { self.close(fd) })
            })
    }

    private func find<Object>(
        _ id: UInt32, _ objects: [Object], _ identifier: (Object) -> UInt32
    ) throws(KernelError) -> Object {
        guard let object = objects.first(where: { identifier($0) == id }) else { throw KernelError(ENOENT) }
        return object
    }
}
