import CRaster
import Raster
import Testing

/// Pixels with known bytes all around, to see writes outside and to begin rows at any offset.
final class Canvas {
    let memory: UnsafeMutableRawBufferPointer
    let base: UnsafeMutableRawPointer
    let stride: Int
    let width: Int
    let height: Int
    let format: PixelFormat

    private static let guardBytes = 256

    /// `offset`: bytes from an aligned address to the first pixel; `padding`: bytes between two rows.
    init(width: Int, height: Int, format: PixelFormat = .argb8888, offset: Int = 0, padding: Int = 0) {
        stride = width * format.bytesPerPixel + padding
        let bytes = 2 * Self.guardBytes + offset + stride * height
        memory = .allocate(byteCount: bytes, alignment: 64)
        for index in 0..<bytes { memory[index] = UInt8(truncatingIfNeeded: index &* 37 &+ 11) }
        base = memory.baseAddress.unsafelyUnwrapped + Self.guardBytes + offset
        self.width = width
        self.height = height
        self.format = format
    }

    deinit { memory.deallocate() }

    var surface: PixelSurface {
        PixelSurface(pixels: base, bytesPerRow: stride, width: width, height: height, format: format)
    }

    /// Every byte, guards included.
    var bytes: [UInt8] { Array(memory) }

    func copyBytes(from other: Canvas) { memory.copyMemory(from: UnsafeRawBufferPointer(other.memory)) }

    subscript(x: Int, y: Int) -> UInt32 {
        get { (base + y * stride + x * 4).loadUnaligned(as: UInt32.self) }
        set { (base + y * stride + x * 4).storeBytes(of: newValue, as: UInt32.self) }
    }

    func byte(_ x: Int, _ y: Int) -> UInt8 { (base + y * stride + x).load(as: UInt8.self) }
    func setByte(_ x: Int, _ y: Int, _ value: UInt8) { (base + y * stride + x).storeBytes(of: value, as: UInt8.self) }

    func fill(_ value: UInt32) { for y in 0..<height { for x in 0..<width { self[x, y] = value } } }

    func fill(using generator: inout SeededGenerator) {
        for y in 0..<height {
            if format == .a8 {
                for (x, value) in generator.coverage(width).enumerated() { setByte(x, y, value) }
            } else {
                for (x, value) in generator.pixels(width).enumerated() { self[x, y] = value }
            }
        }
    }

    /// All pixels, row by row.
    var pixels: [UInt32] { (0..<height).flatMap { y in (0..<width).map { x in self[x, y] } } }

    /// Whether every byte that is not a pixel is as `init` left it.
    var surroundingsAreUntouched: Bool {
        let first = base - memory.baseAddress.unsafelyUnwrapped
        let row = width * format.bytesPerPixel
        for index in memory.indices {
            let inside = index >= first && index < first + stride * height && (index - first) % stride < row
            if !inside && memory[index] != UInt8(truncatingIfNeeded: index &* 37 &+ 11) { return false }
        }
        return true
    }
}

/// One set of kernels, named in test results.
struct KernelSet: CustomTestStringConvertible, @unchecked Sendable {
    // Unchecked because of the pointer to its name, a constant.
    let kernels: cr_kernels
    var testDescription: String { String(cString: kernels.name) }

    static let reference = KernelSet(kernels: cr_kernels_reference().pointee)

    /// Every fast set that this processor runs.
    static var available: [KernelSet] {
        var sets: [KernelSet] = []
        while let set = cr_kernels_available(Int32(sets.count)) { sets.append(KernelSet(kernels: set.pointee)) }
        return sets
    }
}
