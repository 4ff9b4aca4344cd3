internal import CDRM
import Glibc

/// Reads libdrm's objects into values and frees them.
enum SystemObjects {
    static func resources(_ fd: Int32) throws(KernelError) -> KMSResources {
        var pointer: drmModeResPtr?
        try KernelError.check(cdrm_resources(fd, &pointer))
        guard let pointer else { throw KernelError(EINVAL) }
        defer { drmModeFreeResources(pointer) }
        var resources = KMSResources()
        resources.crtcs = list(pointer.pointee.crtcs, pointer.pointee.count_crtcs)
        resources.connectors = list(pointer.pointee.connectors, pointer.pointee.count_connectors)
        return resources
    }

    static func connector(_ fd: Int32, _ id: UInt32, probe: Bool) throws(KernelError) -> KMSConnector {
        var pointer: drmModeConnectorPtr?
        try KernelError.check(cdrm_connector(fd, id, probe ? 1 : 0, &pointer))
        guard let pointer else { throw KernelError(EINVAL) }
        defer { drmModeFreeConnector(pointer) }
        let raw = pointer.pointee
        var connector = KMSConnector()
        connector.id = raw.connector_id
        connector.type = raw.connector_type
        connector.typeIndex = raw.connector_type_id
        connector.connection =
            switch raw.connection {
            case DRM_MODE_CONNECTED: .connected
            case DRM_MODE_DISCONNECTED: .disconnected
            default: .unknown
            }
        connector.millimetersWide = raw.mmWidth
        connector.millimetersHigh = raw.mmHeight
        connector.encoder = raw.encoder_id
        connector.encoders = list(raw.encoders, raw.count_encoders)
        if let modes = raw.modes {
            connector.modes = UnsafeBufferPointer(start: modes, count: Int(raw.count_modes)).map { mode($0) }
        }
        return connector
    }

    static func encoder(_ fd: Int32, _ id: UInt32) throws(KernelError) -> KMSEncoder {
        var pointer: drmModeEncoderPtr?
        try KernelError.check(cdrm_encoder(fd, id, &pointer))
        guard let pointer else { throw KernelError(EINVAL) }
        defer { drmModeFreeEncoder(pointer) }
        var encoder = KMSEncoder()
        encoder.id = pointer.pointee.encoder_id
        encoder.crtc = pointer.pointee.crtc_id
        encoder.possibleCRTCs = pointer.pointee.possible_crtcs
        return encoder
    }

    static func crtc(_ fd: Int32, _ id: UInt32) throws(KernelError) -> KMSCRTC {
        var pointer: drmModeCrtcPtr?
        try KernelError.check(cdrm_crtc(fd, id, &pointer))
        guard let pointer else { throw KernelError(EINVAL) }
        defer { drmModeFreeCrtc(pointer) }
        var crtc = KMSCRTC()
        crtc.id = pointer.pointee.crtc_id
        crtc.framebuffer = pointer.pointee.buffer_id
        crtc.x = pointer.pointee.x
        crtc.y = pointer.pointee.y
        crtc.mode = pointer.pointee.mode_valid != 0 ? mode(pointer.pointee.mode) : nil
        return crtc
    }

    static func planes(_ fd: Int32) throws(KernelError) -> [UInt32] {
        var pointer: drmModePlaneResPtr?
        try KernelError.check(cdrm_plane_resources(fd, &pointer))
        guard let pointer else { throw KernelError(EINVAL) }
        defer { drmModeFreePlaneResources(pointer) }
        return list(pointer.pointee.planes, Int32(pointer.pointee.count_planes))
    }

    static func plane(_ fd: Int32, _ id: UInt32) throws(KernelError) -> KMSPlane {
        var pointer: drmModePlanePtr?
        try KernelError.check(cdrm_plane(fd, id, &pointer))
        guard let pointer else { throw KernelError(EINVAL) }
        defer { drmModeFreePlane(pointer) }
        var plane = KMSPlane()
        plane.id = pointer.pointee.plane_id
        plane.crtc = pointer.pointee.crtc_id
        plane.possibleCRTCs = pointer.pointee.possible_crtcs
        plane.formats = list(pointer.pointee.formats, Int32(pointer.pointee.count_formats))
        return plane
    }

    static func properties(_ fd: Int32, _ object: UInt32, _ type: UInt32) throws(KernelError) -> [KMSProperty] {
        var pointer: drmModeObjectPropertiesPtr?
        try KernelError.check(cdrm_object_properties(fd, object, type, &pointer))
        guard let pointer else { throw KernelError(EINVAL) }
        defer { drmModeFreeObjectProperties(pointer) }
        var properties: [KMSProperty] = []
        for index in 0..<Int(pointer.pointee.count_props) {
            properties.append(
                try property(fd, pointer.pointee.props[index], value: pointer.pointee.prop_values[index]))
        }
        return properties
    }

    private static func property(_ fd: Int32, _ id: UInt32, value: UInt64) throws(KernelError) -> KMSProperty {
        var pointer: drmModePropertyPtr?
        try KernelError.check(cdrm_property(fd, id, &pointer))
        guard let pointer else { throw KernelError(EINVAL) }
        defer { drmModeFreeProperty(pointer) }
        var property = KMSProperty()
        property.id = pointer.pointee.prop_id
        property.name = text(of: pointer.pointee.name)
        property.value = value
        property.isImmutable = pointer.pointee.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0
        if pointer.pointee.flags & UInt32(DRM_MODE_PROP_ENUM) != 0, let enums = pointer.pointee.enums {
            let entries = UnsafeBufferPointer(start: enums, count: Int(pointer.pointee.count_enums))
            property.valueName = entries.first { $0.value == value }.map { text(of: $0.name) } ?? ""
        }
        if pointer.pointee.flags & UInt32(DRM_MODE_PROP_BITMASK) != 0, let enums = pointer.pointee.enums {
            // The entries of a mask are numbers of bits.
            for entry in UnsafeBufferPointer(start: enums, count: Int(pointer.pointee.count_enums)) {
                if entry.value < 64 { property.allowedBits |= 1 << entry.value }
            }
        }
        return property
    }

    // MARK: Modes

    static func mode(_ raw: drmModeModeInfo) -> KMSMode {
        var mode = KMSMode()
        mode.clock = raw.clock
        mode.hdisplay = raw.hdisplay
        mode.hsyncStart = raw.hsync_start
        mode.hsyncEnd = raw.hsync_end
        mode.htotal = raw.htotal
        mode.hskew = raw.hskew
        mode.vdisplay = raw.vdisplay
        mode.vsyncStart = raw.vsync_start
        mode.vsyncEnd = raw.vsync_end
        mode.vtotal = raw.vtotal
        mode.vscan = raw.vscan
        mode.vrefresh = raw.vrefresh
        mode.flags = raw.flags
        mode.type = raw.type
        mode.name = text(of: raw.name)
        return mode
    }

    static func rawMode(_ mode: KMSMode) -> drmModeModeInfo {
        var raw = drmModeModeInfo()
        raw.clock = mode.clock
        raw.hdisplay = mode.hdisplay
        raw.hsync_start = mode.hsyncStart
        raw.hsync_end = mode.hsyncEnd
        raw.htotal = mode.htotal
        raw.hskew = mode.hskew
        raw.vdisplay = mode.vdisplay
        raw.vsync_start = mode.vsyncStart
        raw.vsync_end = mode.vsyncEnd
        raw.vtotal = mode.vtotal
        raw.vscan = mode.vscan
        raw.vrefresh = mode.vrefresh
        raw.flags = mode.flags
        raw.type = mode.type
        withUnsafeMutableBytes(of: &raw.name) { bytes in
            for (index, byte) in mode.name.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
        }
        return raw
    }

    // MARK: C's ways

    private static func list(_ items: UnsafeMutablePointer<UInt32>?, _ count: Int32) -> [UInt32] {
        items.map { Array(UnsafeBufferPointer(start: $0, count: Int(count))) } ?? []
    }

    /// The text in an array of C characters, which need not have an end mark.
    private static func text<Characters>(of characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
