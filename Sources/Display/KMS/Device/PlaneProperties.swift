/// The numbers of the properties that put a framebuffer on a plane. The kernel gives them out per device.
struct PlaneProperties: Hashable {
    var framebuffer: UInt32
    var crtc: UInt32
    /// X, Y, width and height of the framebuffer's part that is shown, 16.16 fixed point.
    var source: [UInt32]
    /// X, Y, width and height on the CRTC, pixels.
    var destination: [UInt32]

    /// Nil when one is missing that every atomic driver has.
    init?(_ properties: KMSPropertyTable) {
        guard let framebuffer = properties.settable("FB_ID"), let crtc = properties.settable("CRTC_ID") else {
            return nil
        }
        self.framebuffer = framebuffer
        self.crtc = crtc
        source = ["SRC_X", "SRC_Y", "SRC_W", "SRC_H"].compactMap { properties.settable($0) }
        destination = ["CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"].compactMap { properties.settable($0) }
        guard source.count == 4, destination.count == 4 else { return nil }
    }
}
