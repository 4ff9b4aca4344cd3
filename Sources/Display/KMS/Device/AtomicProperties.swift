/// The numbers of the properties that our commits set. The kernel gives them out per device.
struct AtomicProperties: Hashable {
    var connectorCRTC: UInt32
    /// Bad after a failed link training: setting it to good trains again.
    var linkStatus: UInt32?
    var crtcMode: UInt32
    var crtcActive: UInt32
    var planeFramebuffer: UInt32
    var planeCRTC: UInt32
    /// X, Y, width and height of the framebuffer's part that is shown, 16.16 fixed point.
    var source: [UInt32]
    /// X, Y, width and height on the CRTC, pixels.
    var destination: [UInt32]
    /// Another program, or the firmware, may have left it turned.
    var planeRotation: UInt32?
    /// What it can be set to, bits of `DRM_MODE_ROTATE_…`.
    var rotations: UInt64 = 0
    var damageClips: UInt32?

    /// Nil when one is missing that every atomic driver has: the legacy calls will do then.
    init?(connector: KMSPropertyTable, crtc: KMSPropertyTable, plane: KMSPropertyTable) {
        guard let connectorCRTC = connector.settable("CRTC_ID"), let crtcMode = crtc.settable("MODE_ID"),
            let crtcActive = crtc.settable("ACTIVE"), let planeFramebuffer = plane.settable("FB_ID"),
            let planeCRTC = plane.settable("CRTC_ID")
        else { return nil }
        self.connectorCRTC = connectorCRTC
        self.crtcMode = crtcMode
        self.crtcActive = crtcActive
        self.planeFramebuffer = planeFramebuffer
        self.planeCRTC = planeCRTC
        source = ["SRC_X", "SRC_Y", "SRC_W", "SRC_H"].compactMap { plane.settable($0) }
        destination = ["CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"].compactMap { plane.settable($0) }
        guard source.count == 4, destination.count == 4 else { return nil }
        linkStatus = connector.settable("link-status")
        planeRotation = plane.settable("rotation")
        rotations = planeRotation == nil ? 0 : plane["rotation"]?.allowedBits ?? 0
        damageClips = plane.settable("FB_DAMAGE_CLIPS")
    }
}
