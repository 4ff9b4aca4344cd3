internal import Raster

/// Draws a display list, one rectangle of the screen after the other, in memory small enough to stay in the cache.
///
/// Of each rectangle it first looks for the last item that covers all of it, and draws only from there on, back to front.
/// Every pixel comes out the same whatever rectangle it is drawn in.
final class TileCompositor {
    /// The largest rectangle, pixels.
    let capacity: Int
    private let tallest: Int
    /// Memory for one rectangle each: the picture itself, then one per group or clip inside another.
    private var levels: [ScratchMemory] = []
    private var maskMemory = ScratchMemory()
    /// Layers drawn in one go.
    let stack = LayerStack()
    /// Numbers of the items to draw, of all levels.
    @exclusivity(unchecked) private var active = RecordStore<Int32>(capacity: 256)

    /// - Parameters:
    ///   - capacity: pixels of the largest rectangle.
    ///   - tallest: its largest height.
    init(capacity: Int, tallest: Int) {
        self.capacity = capacity
        self.tallest = tallest
        levels.reserveCapacity(DisplayList.maximumDepth + 2)
    }

    deinit {
        for memory in levels { memory.deallocate() }
        maskMemory.deallocate()
        active.deallocate()
    }

    /// Draws `rect` and returns it; good until the next call. Where nothing is, it is black. All alpha is 255.
    ///
    func composite(_ list: DisplayList, _ rect: ScreenRect) -> PixelSurface {
        assert(Int(rect.width) * Int(rect.height) <= capacity && Int(rect.height) <= tallest, "The tile is too large.")
        let mark = active.count
        defer { active.truncate(to: mark) }
        let isCovered = collect(list, 0, list.items.count, rect, from: mark)
        if let more = regionBehind(list, rect) { return compositeMore(list, more).part(rect) }
        var target = tile(0, rect)
        target.isScreen = true
        if !isCovered { Kernels.fill(target.part(rect), colour: 0xFF00_0000) }
        for position in mark..<active.count {
            draw(list, Int(active.base[position]), onto: target, rect, level: 0)
        }
        return target.surface
    }

    /// What has to be drawn for a rectangle of the screen, if that is more than itself.
    func regionBehind(_ list: DisplayList, _ rect: ScreenRect) -> ScreenRect? {
        if list.backdrops.count == 0 { return nil }
        let region = regionSeen(list, from: rect, scope: -1).intersection(list.screen)
        return region == rect ? nil : region
    }

    /// More than the rectangle that is asked for, because something in it shows what lies around it.
    func compositeMore(_ list: DisplayList, _ region: ScreenRect) -> Target {
        var target = tile(0, region)
        target.isScreen = true
        _ = draw(list, 0, list.items.count, onto: target, region, level: 0, base: 0xFF00_0000)
        return target
    }

    // MARK: Memory

    /// A surface whose top left pixel is the screen's (x, y).
    struct Target {
        var surface: PixelSurface
        var x: Int
        var y: Int
        /// What lies here is seen as it is: all alpha is 255.
        var isScreen = false

        @inline(__always) var rect: ScreenRect {
            ScreenRect(PixelRect(x: x, y: y, width: surface.width, height: surface.height))
        }

        /// The part of it that is `rect` on the screen.
        @inline(__always)
        func part(_ rect: ScreenRect) -> PixelSurface {
            surface.subsurface(
                PixelRect(
                    minX: Int(rect.minX) &- x, minY: Int(rect.minY) &- y, maxX: Int(rect.maxX) &- x,
                    maxY: Int(rect.maxY) &- y))
        }
    }

    /// Rows begin at cache lines, an odd number of them apart: turned by a quarter on the way out, rows a power of two
    /// apart would fall on the same few lines of the cache.
    @inline(__always)
    private static func bytesPerRow(_ width: Int) -> Int { ((width &* 4 &+ 63) & ~63) | 64 }

    func tile(_ level: Int, _ rect: ScreenRect) -> Target {
        let bytesPerRow = Self.bytesPerRow(Int(rect.width))
        return Target(
            surface: PixelSurface(
                pixels: scratch(level, bytes: bytesPerRow &* Int(rect.height)), bytesPerRow: bytesPerRow,
                width: Int(rect.width), height: Int(rect.height), format: .argb8888),
            x: Int(rect.minX), y: Int(rect.minY))
    }

    /// The memory of a level, as much as is needed: effects draw more than the rectangle that is asked for.
    func scratch(_ level: Int, bytes: Int) -> UnsafeMutableRawPointer {
        while levels.count <= level { levels.append(ScratchMemory()) }
        return levels[level].reserve(max(bytes, capacity &* 4 &+ tallest &* 128))
    }

    /// An `a8` surface; there is one, used at once.
    func mask(_ rect: ScreenRect) -> PixelSurface {
        let bytesPerRow = (Int(rect.width) + 63) & ~63
        let memory = maskMemory.reserve(max(bytesPerRow &* Int(rect.height), capacity &+ tallest &* 64))
        return PixelSurface(
            pixels: memory, bytesPerRow: bytesPerRow, width: Int(rect.width), height: Int(rect.height), format: .a8)
    }

    // MARK: Drawing

    /// Draws items `begin ..< end` within `rect`.
    ///
    /// - Parameter base: what to fill the rectangle with when no item covers it; nil to draw over what is there.
    /// - Returns: whether every pixel of the rectangle was covered and stayed opaque.
    func draw(
        _ list: DisplayList, _ begin: Int, _ end: Int, onto target: Target, _ rect: ScreenRect, level: Int,
        base: UInt32?
    ) -> Bool {
        let mark = active.count
        let isCovered = collect(list, begin, end, rect, from: mark)
        if !isCovered, let base { Kernels.fill(target.part(rect), colour: base) }
        for position in mark..<active.count {
            draw(list, Int(active.base[position]), onto: target, rect, level: level)
        }
        // Some ways of mixing take away from what is below.
        var isOpaque = isCovered
        if isCovered, list.hasBlending {
            for position in mark..<active.count where list.blends(Int(active.base[position])) { isOpaque = false }
        }
        active.truncate(to: mark)
        return isOpaque
    }

    /// Puts the items that show in `rect` on `active`; true if one of them covers it, which is then the first at `mark`.
    func collect(_ list: DisplayList, _ begin: Int, _ end: Int, _ rect: ScreenRect, from mark: Int) -> Bool {
        let items = list.items.base
        let extents = list.extents.base
        var isCovered = false
        var index = begin
        while index < end {
            let extent = extents[index]
            let item = items + index
            let hasInside = item.pointee.kind.hasInside
            if !extent.intersects(rect) {
                index = hasInside ? Int(item.pointee.end) : index &+ 1
                continue
            }
            if hasInside {
                if item.pointee.kind == .cornerClip, !item.pointee.touchesCorner(extent.intersection(rect)) {
                    // Nothing is cut here: what is inside is drawn as if the clip were not there.
                    index &+= 1
                    continue
                }
                active.append(Int32(truncatingIfNeeded: index))
                index = Int(item.pointee.end)
                continue
            }
            if item.pointee.isCover, extent.contains(rect), !item.pointee.touchesCorner(rect) {
                active.truncate(to: mark)
                isCovered = true
            }
            active.append(Int32(truncatingIfNeeded: index))
            index &+= 1
        }
        return isCovered
    }

    func draw(_ list: DisplayList, _ index: Int, onto target: Target, _ rect: ScreenRect, level: Int) {
        let item = list.items.base + index
        let part = list.extents.base[index].intersection(rect)
        switch item.pointee.kind {
        case .fill:
            Kernels.over(item.pointee.colour, onto: target.part(part))
        case .copy:
            drawCopy(list, item, onto: target, part, alpha: item.pointee.alpha)
        case .sample:
            drawSample(list, item, onto: target, part, alpha: item.pointee.alpha)
        case .projectedSample:
            drawProjected(list, item, onto: target, part)
        case .projectedFill:
            drawProjectedFill(list, item, onto: target, part)
        case .turnedFill:
            Kernels.over(
                item.pointee.colour, sampling: list.pictures.base[Int(item.pointee.resource)].sampling,
                onto: target.part(part), originX: Int(part.minX), originY: Int(part.minY))
        case .roundedFill:
            drawRounded(list, item, onto: target, part)
        case .border:
            drawBorder(item, onto: target, part)
        case .roundedBorder:
            drawRoundedBorder(list, item, onto: target, part)
        case .shapeFill:
            let coverage = mask(part)
            list.shapes.base[Int(item.pointee.resource)].write(part, to: coverage)
            Kernels.over(item.pointee.colour, through: coverage, onto: target.part(part))
        case .particles:
            drawParticles(list, item, onto: target, part, level: level)
        case .mixedSample:
            drawMixed(list, item, onto: target, part, alpha: item.pointee.alpha, level: level)
        case .gradient:
            drawGradient(list, item, onto: target, part, alpha: item.pointee.alpha, level: level)
        case .coverageFill:
            drawCoverage(list, item, onto: target, part)
        case .group:
            drawGroup(list, index, onto: target, part, level: level)
        case .effectGroup:
            drawEffectGroup(list, index, onto: target, part, level: level)
        case .filterGroup:
            drawFilterGroup(list, index, onto: target, part, level: level)
        case .rectClip:
            _ = draw(list, index + 1, Int(item.pointee.end), onto: target, part, level: level, base: nil)
        case .shadow:
            drawShadow(list, item, onto: target, part)
        case .cornerClip:
            drawCornerClip(list, index, onto: target, part, level: level)
        case .shapeClip:
            drawShapeClip(list, index, onto: target, part, level: level)
        case .halfClip:
            drawHalfClip(list, index, onto: target, part, level: level)
        }
    }

    @inline(__always) var activeCount: Int { active.count }
    @inline(__always)
    func activeItem(_ position: Int) -> Int { Int(active.base[position]) }
    @inline(__always)
    func forgetActive(from mark: Int) { active.truncate(to: mark) }
}

/// Memory that grows to what is asked for and then stays.
struct ScratchMemory {
    private var pointer: UnsafeMutableRawPointer?
    private var count = 0

    /// At least `bytes` bytes, aligned to cache lines. What was in them is gone when they grow.
    mutating func reserve(_ bytes: Int) -> UnsafeMutableRawPointer {
        if let pointer, count >= bytes { return pointer }
        pointer?.deallocate()
        let made = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        pointer = made
        count = bytes
        return made
    }

    func deallocate() { pointer?.deallocate() }
}
