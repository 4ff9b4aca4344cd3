import Glibc
import Raster

/// A framebuffer in memory that the kernel gives and the CPU writes.
struct DumbBuffer {
    let framebuffer: UInt32
    let pixels: UnsafeMutableRawPointer
    /// The kernel's, which may be more than the pixels need.
    let bytesPerRow: Int
    let handle: UInt32
    private let length: UInt64

    /// Makes a black buffer. Nothing is left over when it throws.
    init(on card: KMSCard, size: PixelSize, format: ScanoutFormat, subject: String) throws(DisplayError) {
        let kernel = card.kernel
        let dumb = try card.read(.createBuffer, of: subject) { () throws(KernelError) in
            try kernel.createDumb(card.fd, size.width, size.height, format.bitsPerPixel)
        }
        handle = dumb.handle
        bytesPerRow = Int(dumb.pitch)
        length = dumb.size
        do throws(DisplayError) {
            // Checked before it is written to: a driver that pads less than the pixels need would have us overrun.
            guard bytesPerRow >= size.width * format.format.bytesPerPixel,
                length >= UInt64(bytesPerRow) * UInt64(size.height)
            else { throw DisplayError(.createBuffer, on: "\(card.name), \(subject)", code: EOVERFLOW) }
            let id = kernel.addFramebuffer(card.fd, size.width, size.height, format.code, handle, dumb.pitch)
            guard id >= 0 else { throw DisplayError(.addFramebuffer, on: "\(card.name), \(subject)", code: Int32(-id)) }
            framebuffer = UInt32(id)
        } catch {
            _ = kernel.destroyDumb(card.fd, handle)
            throw error
        }
        do {
            pixels = try kernel.mapDumb(card.fd, handle, length)
        } catch {
            _ = kernel.removeFramebuffer(card.fd, framebuffer)
            _ = kernel.destroyDumb(card.fd, handle)
            throw DisplayError(.mapBuffer, on: "\(card.name), \(subject)", code: error.code)
        }
        clear(format)
    }

    /// Opaque black, padding included, so that nothing old and nothing transparent is ever shown.
    private func clear(_ format: ScanoutFormat) {
        if format.needsOpaqueAlpha {
            pixels.initializeMemory(as: UInt32.self, repeating: 0xFF00_0000, count: Int(length) / 4)
        } else {
            memset(pixels, 0, Int(length))
        }
    }

    func destroy(on card: KMSCard) {
        let kernel = card.kernel
        kernel.unmap(pixels, length)
        _ = kernel.removeFramebuffer(card.fd, framebuffer)
        _ = kernel.destroyDumb(card.fd, handle)
    }
}
