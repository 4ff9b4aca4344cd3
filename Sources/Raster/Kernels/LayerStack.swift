internal import CRaster

/// Pictures and colours that are laid over the same pixels in one go: each pixel is read once, kept in a register while
/// one layer after the other is laid over it, and written once.
///
/// The bytes are those of laying them one after the other. It holds no references: what was appended has to be valid
/// until it is drawn. For one thread at a time.
public final class LayerStack {
    /// Layers that one stack takes.
    public static let capacity = 16

    private let layers: UnsafeMutablePointer<cr_layer>
    public private(set) var count = 0

    public init() { layers = .allocate(capacity: Self.capacity) }

    deinit { layers.deallocate() }

    public func removeAll() { count = 0 }

    /// The picture has the size of the destination and is `argb8888` or `xrgb8888`.
    public func append(_ picture: PixelSurface, alpha: UInt8 = 255) {
        assert(picture.format.bytesPerPixel == 4, "The source must have 32-bit pixels.")
        append(
            cr_layer(
                pixels: picture.pixels, stride: picture.bytesPerRow, colour: 0, alpha: alpha,
                is_opaque: picture.format == .xrgb8888 ? 1 : 0))
    }

    /// A premultiplied colour.
    public func append(_ colour: UInt32) {
        append(cr_layer(pixels: nil, stride: 0, colour: colour, alpha: 255, is_opaque: 0))
    }

    private func append(_ layer: cr_layer) {
        precondition(count < Self.capacity, "The stack is full.")
        (layers + count).initialize(to: layer)
        count += 1
    }

    /// Lays all layers over what is there.
    public func over(onto destination: PixelSurface) {
        Kernels.checkDestination(destination)
        cr_kernels_current().pointee.over_stack(
            destination.pixels, destination.bytesPerRow, destination.pixels, destination.bytesPerRow, 0,
            destination.width, destination.height, layers, count)
    }

    /// Replaces the destination by all layers over `colour`. The destination is written once, in address order, and not
    /// read: it may be scan-out memory.
    public func write(over colour: UInt32, to destination: PixelSurface) {
        Kernels.checkDestination(destination)
        cr_kernels_current().pointee.over_stack(
            destination.pixels, destination.bytesPerRow, nil, 0, colour, destination.width, destination.height, layers,
            count)
    }
}
