import Display
import Motion
import Raster

@testable import RenderServer

/// A tree of layers on a panel with its buffers: says what changes, shows frames, and looks at pixels.
final class Sketch {
    let renderer: FrameRenderer
    let panelSize: PixelSize
    let format: PixelFormat
    let dithers: Bool
    private(set) var buffers: [Buffer] = []
    private(set) var commit = Commit()
    var states: [UInt32: LayerState] = [:]
    private var presentCount = 0
    private var clips: [PixelRect] = []

    struct Buffer {
        let memory: UnsafeMutableRawPointer
        let bytesPerRow: Int
        /// 0 while its contents are undefined.
        var presentNumber = 0
    }

    init(
        _ width: Int = 100, _ height: Int = 100, scale: Double = 1, rotation: Rotation = .none, buffers count: Int = 1,
        format: PixelFormat = .xrgb8888, threads: DrawingThreads = .one, dithers: Bool = false
    ) {
        panelSize = PixelSize(width: width, height: height)
        self.format = format
        self.dithers = dithers
        renderer = FrameRenderer(
            panelSize: panelSize, rotation: rotation, bufferCount: count, threads: threads, dithers: dithers)
        let bytesPerRow = (width * format.bytesPerPixel + 63) & ~63
        for _ in 0..<count {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * height, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: bytesPerRow * height)
            buffers.append(Buffer(memory: memory, bytesPerRow: bytesPerRow))
        }
        let screen = renderer.screenSize
        layer(0) {
            $0.frame(0, 0, Double(screen.width) / scale, Double(screen.height) / scale)
        }
        commit.root = LayerID(rawValue: 0)
        commit.scale = scale
    }

    deinit { for buffer in buffers { buffer.memory.deallocate() } }

    // MARK: Saying what changes

    /// Makes layer `id`, or changes it.
    func layer(_ id: UInt32, _ change: (inout LayerState) -> Void) {
        var state = states[id] ?? LayerState()
        change(&state)
        states[id] = state
        commit.states.append(Commit.StateUpdate(layer: LayerID(rawValue: id), state: state))
    }

    /// A layer with a frame and one opaque colour.
    func solid(_ id: UInt32, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: SIMD4<Float>) {
        layer(id) {
            $0.frame(x, y, width, height)
            $0.backgroundColor = color
        }
    }

    func sublayers(_ parent: UInt32, _ ids: [UInt32]) {
        let start = commit.sublayerIDs.count
        commit.sublayerIDs += ids.map(LayerID.init(rawValue:))
        commit.sublayers.append(
            Commit.SublayersUpdate(parent: LayerID(rawValue: parent), range: start..<commit.sublayerIDs.count))
    }

    func remove(_ ids: UInt32...) { commit.removed += ids.map(LayerID.init(rawValue:)) }

    func contents(_ id: UInt32, _ bitmap: Bitmap?, color: UInt32 = 0, changed: PixelRect? = nil) {
        commit.contents.append(
            Commit.ContentsUpdate(layer: LayerID(rawValue: id), bitmap: bitmap, color: color, changed: changed))
    }

    func animate(_ id: UInt32, _ animation: LayerAnimation) {
        commit.animations.append(.add(layer: LayerID(rawValue: id), animation))
    }

    func commit(_ update: Commit.ObjectUpdate) { commit.objects.append(update) }

    func stopAnimation(_ id: UInt32, _ identifier: UInt64) {
        commit.animations.append(.remove(layer: LayerID(rawValue: id), identifier: identifier))
    }

    // MARK: Frames

    /// Takes the changes over and moves to `time`.
    func update(at time: Double = 0) {
        renderer.apply(commit)
        commit.removeAll()
        renderer.update(at: time)
    }

    /// Updates, and shows the frame in the next buffer. Returns the damage told to the device, in panel pixels.
    @discardableResult
    func show(at time: Double = 0, buffer index: Int? = nil) -> [PixelRect] {
        update(at: time)
        renderer.damageClips(limit: 64, into: &clips)
        let index = index ?? presentCount % buffers.count
        render(into: index)
        present(index)
        return clips
    }

    @discardableResult
    func render(into index: Int) -> RenderCounters { renderer.render(into: scanoutBuffer(index)) }

    func present(_ index: Int) {
        presentCount += 1
        buffers[index].presentNumber = presentCount
        renderer.didPresent(bufferIndex: index)
    }

    /// The buffer is of age 0 from now on, as after the device made it anew.
    func loseContents(of index: Int) { buffers[index].presentNumber = 0 }

    func scanoutBuffer(_ index: Int) -> ScanoutBuffer {
        let buffer = buffers[index]
        return ScanoutBuffer(
            index: index, pixels: buffer.memory, bytesPerRow: buffer.bytesPerRow, size: panelSize, format: format,
            age: buffer.presentNumber == 0 ? 0 : presentCount - buffer.presentNumber + 1)
    }

    // MARK: Looking

    /// A pixel of a 32-bit buffer, in panel coordinates.
    func pixel(_ x: Int, _ y: Int, buffer index: Int = 0) -> UInt32 {
        let buffer = buffers[index]
        return buffer.memory.load(fromByteOffset: y * buffer.bytesPerRow + x * 4, as: UInt32.self)
    }

    /// The first place where a buffer differs from a full repaint of the tree, turned and converted one pixel at a time.
    func firstDifference(buffer index: Int, pieces: PixelSize? = nil, collectsEach: Bool = false) -> String? {
        guard
            let bitmap = try? Bitmap(
                width: renderer.screenSize.width, height: renderer.screenSize.height, format: .argb8888)
        else { return "no memory" }
        renderer.renderReference(into: bitmap, pieces: pieces, collectsEach: collectsEach)
        let buffer = buffers[index]
        if dithers || (format != .xrgb8888 && format != .rgb565) { return mismatch(buffer, converted: bitmap) }
        for y in 0..<panelSize.height {
            for x in 0..<panelSize.width {
                let (screenX, screenY) =
                    switch renderer.rotation {
                    case .none: (x, y)
                    case .quarter: (y, panelSize.width - 1 - x)
                    case .half: (panelSize.width - 1 - x, panelSize.height - 1 - y)
                    case .threeQuarter: (panelSize.height - 1 - y, x)
                    }
                let wanted = bitmap.row(screenY).load(fromByteOffset: screenX * 4, as: UInt32.self)
                let row = buffer.memory + y * buffer.bytesPerRow
                if format == .rgb565 {
                    let found = row.load(fromByteOffset: x * 2, as: UInt16.self)
                    let wanted16 =
                        UInt16(wanted >> 19 & 31) << 11 | UInt16(wanted >> 10 & 63) << 5
                        | UInt16(wanted >> 3 & 31)
                    if found != wanted16 { return "screen (\(screenX), \(screenY)): \(found.hex), not \(wanted16.hex)" }
                } else {
                    let found = row.load(fromByteOffset: x * 4, as: UInt32.self)
                    if found != wanted { return "screen (\(screenX), \(screenY)): \(found.hex), not \(wanted.hex)" }
                }
            }
        }
        return nil
    }
}

extension LayerState {
    mutating func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        bounds = SIMD4(0, 0, width, height)
        position = SIMD2(x + width * anchorPoint.x, y + height * anchorPoint.y)
    }
}

extension FixedWidthInteger {
    var hex: String { String(self, radix: 16) }
}

extension SIMD4<Float> {
    static let red = SIMD4<Float>(1, 0, 0, 1)
    static let green = SIMD4<Float>(0, 1, 0, 1)
    static let blue = SIMD4<Float>(0, 0, 1, 1)
    static let white = SIMD4<Float>(1, 1, 1, 1)

    func alpha(_ alpha: Float) -> SIMD4<Float> { SIMD4(x, y, z, alpha) }
}

/// A frozen bitmap whose pixels, 0xAARRGGBB premultiplied, come from `colour`.
func picture(
    _ width: Int, _ height: Int, _ format: PixelFormat = .argb8888, isOpaque: Bool = false,
    _ colour: (_ x: Int, _ y: Int) -> UInt32
) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height, format: format)
    for y in 0..<height {
        for x in 0..<width {
            bitmap.row(y).storeBytes(of: colour(x, y), toByteOffset: x * 4, as: UInt32.self)
        }
    }
    if isOpaque { bitmap.isOpaque = true }
    bitmap.freeze()
    return bitmap
}

/// The same for an `a8` bitmap.
func coverage(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> UInt8) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height, format: .a8)
    for y in 0..<height {
        for x in 0..<width { bitmap.row(y).storeBytes(of: value(x, y), toByteOffset: x, as: UInt8.self) }
    }
    bitmap.freeze()
    return bitmap
}

func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
}

/// A linear animation without anything special.
func animation(
    _ identifier: UInt64, _ key: LayerKey, from: MotionValue?, to: MotionValue?, begin: Double = 0,
    duration: Double = 1, fill: FillMode = .removed, repeatCount: Double = 0, autoreverses: Bool = false,
    isAdditive: Bool = false,
    isRemoved: Bool = true
) -> LayerAnimation {
    LayerAnimation(
        identifier: identifier, key: key,
        timing: MediaTiming(
            beginTime: begin, duration: duration, repeatCount: repeatCount, autoreverses: autoreverses, fillMode: fill),
        course: .basic(from: from, to: to, by: nil, curve: .linear), isAdditive: isAdditive,
        isRemovedOnCompletion: isRemoved)
}

extension Sketch {
    /// A lossy or rearranged format equals the reference, converted as a whole.
    private func mismatch(_ buffer: Buffer, converted reference: Bitmap) -> String? {
        guard let wanted = try? Bitmap(width: panelSize.width, height: panelSize.height, format: format) else {
            return "no memory"
        }
        Kernels.scanOut(
            reference.surface, to: wanted.surface, rotation: renderer.rotation, dithering: dithers ? (x: 0, y: 0) : nil)
        for y in 0..<panelSize.height {
            for x in 0..<(panelSize.width * format.bytesPerPixel) {
                let found = (buffer.memory + y * buffer.bytesPerRow).load(fromByteOffset: x, as: UInt8.self)
                if found != wanted.row(y).load(fromByteOffset: x, as: UInt8.self) {
                    return "panel (\(x / format.bytesPerPixel), \(y)): not the reference in \(format)"
                }
            }
        }
        return nil
    }
}
