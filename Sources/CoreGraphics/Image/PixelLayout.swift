import Foundation
import Raster

/// How the bytes of a picture lie and what they mean.
struct PixelLayout: Sendable {
    var bitsPerComponent: Int
    var bitsPerPixel: Int
    var bytesPerRow: Int
    /// Nil where there are no colours.
    var space: CGColorSpace?
    var info: CGBitmapInfo
    var alpha: CGImageAlphaInfo
    /// For each component what the smallest number means, and the largest; nil for the usual.
    var decode: [Double]?

    /// The unit that `byteOrder…Little` turns round, bytes; 1 if nothing is turned.
    private var turnedUnit: Int {
        switch info.rawValue & CGBitmapInfo.byteOrderMask.rawValue {
        case CGBitmapInfo.byteOrder16Little.rawValue: 2
        case CGBitmapInfo.byteOrder32Little.rawValue: 4
        default: 1
        }
    }

    /// Colours of a pixel, alpha and what is skipped not counted.
    private var colors: Int { alpha == .alphaOnly ? 0 : space?.numberOfComponents ?? 1 }

    private var isAlphaFirst: Bool {
        alpha == .first || alpha == .premultipliedFirst || alpha == .noneSkipFirst
    }

    private var hasAlpha: Bool {
        switch alpha {
        case .first, .last, .premultipliedFirst, .premultipliedLast, .alphaOnly: true
        case .none, .noneSkipFirst, .noneSkipLast: false
        }
    }

    init?(
        bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace, info: CGBitmapInfo,
        decode: UnsafePointer<CGFloat>?
    ) {
        guard let alpha = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue),
            !info.contains(.floatComponents), [1, 2, 4, 8, 16].contains(bitsPerComponent), bytesPerRow >= 0,
            bytesPerRow <= 1 << 30
        else { return nil }
        switch space.model {
        case .rgb, .monochrome, .cmyk: break
        case .indexed where alpha == .none && bitsPerComponent <= 8: break
        default: return nil
        }
        self.bitsPerComponent = bitsPerComponent
        self.bitsPerPixel = bitsPerPixel
        self.bytesPerRow = bytesPerRow
        self.space = alpha == .alphaOnly ? nil : space
        self.info = info
        self.alpha = alpha
        self.decode = nil
        let stored = colors + (alpha == .none ? 0 : 1)
        // Components below 8 bits only by themselves: then pixels do not need to be whole bytes.
        guard bitsPerPixel == stored * bitsPerComponent, bitsPerComponent >= 8 || stored == 1,
            turnedUnit <= max(bitsPerPixel / 8, 1), bitsPerPixel / 8 % turnedUnit == 0 || bitsPerPixel < 8
        else { return nil }
        if let decode, colors > 0 {
            self.decode = (0..<colors * 2).map { Double(decode[$0]) }
            guard self.decode?.allSatisfy(\.isFinite) == true else { return nil }
        }
    }

    /// That of a bitmap's own pixels.
    init(bitmap: Bitmap) {
        switch bitmap.format {
        case .rgb565, .bgr565: bitsPerComponent = 5
        case .xrgb2101010: bitsPerComponent = 10
        default: bitsPerComponent = 8
        }
        bitsPerPixel = bitmap.format.bytesPerPixel * 8
        bytesPerRow = bitmap.bytesPerRow
        alpha =
            switch bitmap.format {
            case .argb8888: .premultipliedFirst
            case .xrgb8888: .noneSkipFirst
            case .a8: .alphaOnly
            default: .none
            }
        info = CGBitmapInfo(alpha, order: bitsPerPixel == 32 ? .byteOrder32Little : .byteOrderDefault)
        space = bitmap.format == .a8 ? nil : .standard
    }

    /// Whether `bytes` has all pixels of a picture of that size, which is one that can be.
    private func isEnough(_ bytes: Data, _ width: Int, _ height: Int) -> Bool {
        guard width > 0, height > 0, width <= Bitmap.maximumSide, height <= Bitmap.maximumSide else { return false }
        let row = (width * bitsPerPixel + 7) / 8
        return bytesPerRow >= row && bytes.count >= (height - 1) * bytesPerRow + row
    }

    /// The number of one stored component (alpha included), counted as the layout lists them after turning.
    private func stored(_ bytes: UnsafeRawBufferPointer, _ x: Int, _ y: Int, _ index: Int) -> Int {
        let row = y * bytesPerRow
        if bitsPerComponent < 8 {
            let bit = x * bitsPerPixel
            let byte = Int(bytes[row + (bit >> 3)])
            return byte >> (8 - bitsPerComponent - (bit & 7)) & ((1 << bitsPerComponent) - 1)
        }
        let size = bitsPerComponent / 8
        let start = row + x * bitsPerPixel / 8
        func byte(_ offset: Int) -> Int {
            let unit = turnedUnit
            return Int(bytes[start + offset / unit * unit + (unit - 1 - offset % unit)])
        }
        return size == 1 ? byte(index) : byte(index * 2) << 8 | byte(index * 2 + 1)
    }

    /// The number of a colour component.
    func sample(_ bytes: UnsafeRawBufferPointer, x: Int, y: Int, component: Int) -> Int {
        stored(bytes, x, y, isAlphaFirst && alpha != .none ? component + 1 : component)
    }

    /// The pixels as a bitmap in sRGB; nil if there are too few bytes or no memory.
    func bitmap(_ bytes: Data, width: Int, height: Int) -> Bitmap? {
        guard isEnough(bytes, width, height) else { return nil }
        let format: PixelFormat = alpha == .alphaOnly ? .a8 : hasAlpha ? .argb8888 : .xrgb8888
        guard let result = try? Bitmap(width: width, height: height, format: format) else { return nil }
        bytes.withUnsafeBytes { buffer in
            if fill8888(result, buffer) { return }
            for y in 0..<height {
                if format == .a8 {
                    let row = result.row(y).assumingMemoryBound(to: UInt8.self)
                    for x in 0..<width { row[x] = eightBits(stored(buffer, x, y, 0)) }
                } else {
                    let row = result.row(y).assumingMemoryBound(to: UInt32.self)
                    for x in 0..<width { row[x] = pixel(buffer, x, y) }
                }
            }
        }
        return result
    }

    /// What a stencil of these grey samples paints: nothing where they are at their largest.
    func stencil(_ bytes: Data, width: Int, height: Int) -> Bitmap? {
        guard isEnough(bytes, width, height), let result = try? Bitmap(width: width, height: height, format: .a8) else {
            return nil
        }
        bytes.withUnsafeBytes { buffer in
            for y in 0..<height {
                let row = result.row(y).assumingMemoryBound(to: UInt8.self)
                for x in 0..<width {
                    let value = decoded(Double(stored(buffer, x, y, 0)) / Double(most), 0)
                    row[x] = 255 - UInt8((min(max(value, 0), 1) * 255).rounded())
                }
            }
        }
        return result
    }

    // MARK: One pixel

    private var most: Int { (1 << bitsPerComponent) - 1 }

    private func eightBits(_ value: Int) -> UInt8 {
        bitsPerComponent == 8 ? UInt8(value) : UInt8((value * 255 + most / 2) / most)
    }

    private func decoded(_ value: Double, _ component: Int) -> Double {
        guard let decode else { return value }
        return decode[component * 2] + value * (decode[component * 2 + 1] - decode[component * 2])
    }

    private func pixel(_ bytes: UnsafeRawBufferPointer, _ x: Int, _ y: Int) -> UInt32 {
        guard let space else { return 0 }
        var values = SIMD4<Double>.zero
        if space.model == .indexed, let base = space.baseColorSpace, let table = space.colorTable {
            let count = base.numberOfComponents
            let index = min(stored(bytes, x, y, 0), table.count / count - 1)
            for component in 0..<count { values[component] = Double(table[index * count + component]) / 255 }
            return PackedColor.premultiplied(SIMD4<Float>(SIMD4(base.toSRGB(values), 1)).limited)
        }
        let opacity =
            hasAlpha ? Double(stored(bytes, x, y, isAlphaFirst ? 0 : colors)) / Double(most) : 1
        let isMultiplied = alpha == .premultipliedFirst || alpha == .premultipliedLast
        for component in 0..<colors {
            var value = Double(sample(bytes, x: x, y: y, component: component)) / Double(most)
            if isMultiplied { value = opacity > 0 ? min(value / opacity, 1) : 0 }
            values[component] = decoded(value, component)
        }
        return PackedColor.premultiplied(SIMD4<Float>(SIMD4(space.toSRGB(values), opacity)).limited)
    }

    /// The layouts that most pictures have: four bytes of sRGB. False for others.
    private func fill8888(_ result: Bitmap, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bitsPerComponent == 8, bitsPerPixel == 32, decode == nil, let space, space.model == .rgb,
            space.encoding == CGColorSpace.Encoding(), let start = bytes.baseAddress, turnedUnit != 2
        else { return false }
        let isTurned = turnedUnit == 4
        let isFirst = isAlphaFirst
        for y in 0..<result.height {
            let input = start + y * bytesPerRow
            let output = result.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<result.width {
                // As written big-endian: the first component on top.
                let loaded = input.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
                let word = isTurned ? loaded : loaded.byteSwapped
                let pixel = isFirst ? word : word >> 8 | word << 24
                switch alpha {
                case .premultipliedFirst, .premultipliedLast: output[x] = Self.limited(pixel)
                case .first, .last: output[x] = pixel
                default: output[x] = pixel | 0xFF00_0000
                }
            }
        }
        if alpha == .first || alpha == .last { AlphaMultiplication.premultiply(result) }
        return true
    }

    /// A colour may not exceed its alpha, whatever the bytes say: blending relies on it.
    @inline(__always)
    private static func limited(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        return alpha << 24 | min(pixel >> 16 & 0xFF, alpha) << 16 | min(pixel >> 8 & 0xFF, alpha) << 8
            | min(pixel & 0xFF, alpha)
    }
}

extension SIMD4<Float> {
    fileprivate var limited: SIMD4<Float> { clamped(lowerBound: .zero, upperBound: .one) }
}
