/// The numbers of the properties that our commits set. The kernel gives them out per device.
struct AtomicProperties: Hashable {
    var connectorCRTC: UInt32
    /// Bad after a failed link training: setting it to good trains again.
    var linkStatus: UInt32?
    var crtcMode: UInt32
    var crtcActive: UInt32
    var plane: PlaneProperties
    /// Another program, or the firmware, may have left it turned.
    var planeRotation: UInt32?
    /// What it can be set to, bits of `DRM_MODE_ROTATE_…`.
    var rotations: UInt64 = 0
    var damageClips: UInt32?

    /// Nil when one is missing that every atomic driver has: the legacy calls will do then.
    init?(connector: KMSPropertyTable, crtc: KMSPropertyTable, plane: KMSPropertyTable) {
        guard let connectorCRTC = connector.settable("CRTC_ID"), let crtcMode = crtc.settable("MODE_ID"),
            let crtcActive = crtc.settable("ACTIVE"), let planeProperties = PlaneProperties(plane)
        else { return nil }
        self.connectorCRTC = connectorCRTC
        self.crtcMode = crtcMode
        self.crtcActive = crtcActive
        self.plane = planeProperties
        linkStatus = connector.settable("link-status")
        planeRotation = plane.settable("rotation")
        rotations = planeRotation == nil ? 0 : plane["rotation"]?.allowedBits ?? 0
        damageClips = plane.settable("FB_DAMAGE_CLIPS")
    }
}
