// What the kernel tells about a display card, as values: so that it can be told by a script as well.

/// `drm_mode_modeinfo`.
package struct KMSMode: Hashable, Sendable {
    /// Pixel clock, kHz.
    package var clock: UInt32 = 0
    package var hdisplay: UInt16 = 0
    package var hsyncStart: UInt16 = 0
    package var hsyncEnd: UInt16 = 0
    package var htotal: UInt16 = 0
    package var hskew: UInt16 = 0
    package var vdisplay: UInt16 = 0
    package var vsyncStart: UInt16 = 0
    package var vsyncEnd: UInt16 = 0
    package var vtotal: UInt16 = 0
    package var vscan: UInt16 = 0
    /// Hz, rounded by the kernel.
    package var vrefresh: UInt32 = 0
    package var flags: UInt32 = 0
    package var type: UInt32 = 0
    package var name = ""

    package init() {}
}

package struct KMSResources: Hashable, Sendable {
    package var crtcs: [UInt32] = []
    package var connectors: [UInt32] = []

    package init() {}
}

package struct KMSConnector: Hashable, Sendable {
    package enum Connection: Hashable, Sendable { case connected, disconnected, unknown }

    package var id: UInt32 = 0
    /// `DRM_MODE_CONNECTOR_…`
    package var type: UInt32 = 0
    /// Counts the connectors of one type, from 1.
    package var typeIndex: UInt32 = 1
    package var connection = Connection.connected
    package var millimetersWide: UInt32 = 0
    package var millimetersHigh: UInt32 = 0
    /// The encoder that drives it now; 0 for none.
    package var encoder: UInt32 = 0
    package var encoders: [UInt32] = []
    package var modes: [KMSMode] = []

    package init() {}
}

package struct KMSEncoder: Hashable, Sendable {
    package var id: UInt32 = 0
    /// The CRTC that feeds it now; 0 for none.
    package var crtc: UInt32 = 0
    /// One bit for each entry of the resources' list of CRTCs.
    package var possibleCRTCs: UInt32 = 0

    package init() {}
}

package struct KMSCRTC: Hashable, Sendable {
    package var id: UInt32 = 0
    package var framebuffer: UInt32 = 0
    package var x: UInt32 = 0
    package var y: UInt32 = 0
    /// Nil while it is off.
    package var mode: KMSMode?

    package init() {}
}

package struct KMSPlane: Hashable, Sendable {
    package var id: UInt32 = 0
    package var crtc: UInt32 = 0
    package var possibleCRTCs: UInt32 = 0
    /// `DRM_FORMAT_…`
    package var formats: [UInt32] = []

    package init() {}
}

package struct KMSProperty: Hashable, Sendable {
    package var id: UInt32 = 0
    package var name = ""
    package var value: UInt64 = 0
    /// For an enumeration: the name of the value.
    package var valueName = ""
    /// For a mask: the bits that it may have.
    package var allowedBits: UInt64 = 0
    package var isImmutable = false

    package init() {}
}

/// What a property can belong to; the raw value is `DRM_MODE_OBJECT_…`.
package enum KMSObjectType: UInt32, Sendable {
    case crtc = 0xcccc_cccc
    case connector = 0xc0c0_c0c0
    case plane = 0xeeee_eeee
}

package struct KMSDumbBuffer: Hashable, Sendable {
    package var handle: UInt32
    /// Bytes from one row to the next.
    package var pitch: UInt32
    /// Bytes in all.
    package var size: UInt64

    package init(handle: UInt32, pitch: UInt32, size: UInt64) {
        self.handle = handle
        self.pitch = pitch
        self.size = size
    }
}

/// One value of an atomic commit.
package struct KMSPropertyValue: Hashable, Sendable {
    package var object: UInt32
    package var property: UInt32
    package var value: UInt64

    package init(object: UInt32, property: UInt32, value: UInt64) {
        self.object = object
        self.property = property
        self.value = value
    }
}

/// `drm_mode_rect`: right and bottom are exclusive.
package struct KMSClip: Hashable, Sendable {
    package var x1: Int32
    package var y1: Int32
    package var x2: Int32
    package var y2: Int32

    package init(x1: Int32, y1: Int32, x2: Int32, y2: Int32) {
        self.x1 = x1
        self.y1 = y1
        self.x2 = x2
        self.y2 = y2
    }
}

/// A completed flip.
package struct KMSFlipEvent: Hashable, Sendable {
    package var sequence: UInt32
    /// CLOCK_MONOTONIC.
    package var seconds: UInt32
    package var microseconds: UInt32
    /// As given with the flip.
    package var userData: UInt64

    package init(sequence: UInt32 = 0, seconds: UInt32 = 0, microseconds: UInt32 = 0, userData: UInt64 = 0) {
        self.sequence = sequence
        self.seconds = seconds
        self.microseconds = microseconds
        self.userData = userData
    }
}

/// What udev tells about a display card.
package struct HotplugEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable { case added, removed, changed }

    package var action: Action
    /// The card's device number, as `fstat` has it; 0 when the event names no device node.
    package var deviceNumber: Int64

    package init(action: Action, deviceNumber: Int64) {
        self.action = action
        self.deviceNumber = deviceNumber
    }
}

/// An open watch for such events.
package struct HotplugSource: Sendable {
    package var fileDescriptor: Int32
    /// The next event that waits, or nil. Never blocks.
    package var next: @Sendable () -> HotplugEvent?
    package var close: @Sendable () -> Void

    package init(
        fileDescriptor: Int32, next: @escaping @Sendable () -> HotplugEvent?, close: @escaping @Sendable () -> Void
    ) {
        self.fileDescriptor = fileDescriptor
        self.next = next
        self.close = close
    }
}

/// The kernel's refusal: a positive errno.
package struct KernelError: Error, Hashable, Sendable {
    package var code: Int32

    package init(_ code: Int32) { self.code = code }
}
