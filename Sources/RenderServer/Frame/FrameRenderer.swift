public import Display
public import Raster

/// The render tree and what is owed to each scan-out buffer. Takes commits, moves animations to a moment, composites what
/// changed, and keeps the damage until it was shown.
///
///     renderer.apply(commit)
///     renderer.update(at: presentationTime)
///     if renderer.hasPendingDamage, let buffer = try output.acquire() {
///         _ = renderer.render(into: buffer)
///         renderer.damageClips(limit: 16, into: &clips)
///         try output.present(buffer, damage: clips)
///         renderer.didPresent(bufferIndex: buffer.index)
///     }
///
/// A present that was refused is simply not reported: the damage stays, and the next frame shows it.
///
/// Used by one thread at a time. In steady state nothing here allocates.
public final class FrameRenderer {
    /// Pixels, in the panel's native orientation.
    public private(set) var panelSize: PixelSize
    /// How the picture is turned on its way to the panel.
    public private(set) var rotation: Rotation
    /// The largest time of a contact among the commits applied and not presented yet, seconds; 0 if none.
    public private(set) var newestContactTime = 0.0

    let tree: RenderTree
    private let list = DisplayList()
    private let rasterizer = LayerRasterizer()
    private let keptPictures: KeptPictureMaker
    private let painter: BandPainter
    let crew: DrawingCrew
    /// What changed since the last successful present.
    private var pending: DamageGrid
    /// What each buffer lacks.
    private var missed: [DamageGrid]
    /// What each copy of the panel's picture lacks; see `renderCopy`.
    private var copies: [DamageGrid] = []
    private var rects: [PixelRect] = []
    private let isDithered: Bool

    /// The screen has the panel's size with `rotation` applied.
    ///
    /// - Parameters:
    ///   - threads: how many draw. Those beside the caller start with the first frame that is worth it and end with the
    ///     renderer.
    ///   - dithers: whether a buffer of 16 bits per pixel gets neighbouring levels in a pattern where a colour lies
    ///     between them, instead of the lower one.
    public init(
        panelSize: PixelSize, rotation: Rotation, bufferCount: Int, threads: DrawingThreads = .one,
        dithers: Bool = false
    ) {
        self.panelSize = panelSize
        isDithered = dithers
        self.rotation = rotation
        let screenSize = rotation.applied(to: panelSize)
        tree = RenderTree(screenSize: screenSize)
        painter = BandPainter(screenSize: screenSize)
        crew = DrawingCrew(threads: threads, screenSize: screenSize)
        pending = DamageGrid(size: screenSize)
        missed = Self.makeGrids(screenSize, count: bufferCount)
        keptPictures = KeptPictureMaker(rasterizer: rasterizer)
        list.rasterizer = rasterizer
        rects.reserveCapacity(1024)
    }

    /// Pixels.
    public var screenSize: PixelSize { rotation.applied(to: panelSize) }

    // MARK: Changes

    /// Takes a commit's changes over. What they cost on screen is known after the next `update`.
    public func apply(_ commit: Commit) {
        tree.apply(commit)
        newestContactTime = max(newestContactTime, commit.newestContactTime)
    }

    /// Sets animated values to those of `time`, in seconds, when the coming frame will be seen, and finds out what
    /// changed on screen since the last update.
    public func update(at time: Double) {
        evaluateAnimations(at: time)
        placeLayers()
    }

    /// The first half of an update.
    package func evaluateAnimations(at time: Double) { tree.evaluateAnimations(at: time) }

    /// The second half.
    package func placeLayers() {
        tree.updateGeometry()
        if tree.damage.isEmpty { return }
        pending.formUnion(tree.damage)
        for grid in missed { grid.formUnion(tree.damage) }
        for grid in copies { grid.formUnion(tree.damage) }
        tree.damage.removeAll()
    }

    /// Something changed on screen that was not presented yet.
    public var hasPendingDamage: Bool { !pending.isEmpty || !tree.damage.isEmpty }

    /// When the next animation begins, seconds; minus infinity while something moves, infinity when nothing will.
    public var nextAnimationTime: Double { tree.nextAnimationTime }

    /// Hands over the identifiers of animations that came to their end, each once.
    public func drainEndedAnimations(_ body: (UInt64) -> Void) {
        for index in 0..<tree.ended.count { body(tree.ended.base[index]) }
        tree.ended.removeAll()
    }

    /// `newestContactTime`, which is 0 afterwards.
    public func takeNewestContactTime() -> Double {
        defer { newestContactTime = 0 }
        return newestContactTime
    }

    /// Everything has to be shown again, whatever the buffers hold.
    public func invalidateEverything() {
        let screen = PixelRect(size: screenSize)
        pending.add(screen)
        for grid in missed { grid.add(screen) }
        for grid in copies { grid.add(screen) }
    }

    /// The output has other buffers from now on.
    ///
    /// - Parameter rotation: nil: as it was.
    public func outputChanged(panelSize newSize: PixelSize, rotation newRotation: Rotation? = nil, bufferCount: Int) {
        panelSize = newSize
        if let newRotation { rotation = newRotation }
        let size = screenSize
        if size != pending.size {
            tree.setScreenSize(size)
            painter.screenChanged(to: size)
            crew.screenChanged(to: size)
            pending = DamageGrid(size: size)
        }
        missed = Self.makeGrids(size, count: bufferCount)
        copies = []
        invalidateEverything()
    }

    // MARK: A frame

    /// Composites exactly what `buffer` lacks (all of it when its age is 0) and writes that once.
    public func render(into buffer: ScanoutBuffer) -> RenderCounters {
        render(into: buffer, lacking: missedBy(buffer.index))
    }

    private func render(into buffer: ScanoutBuffer, lacking grid: DamageGrid) -> RenderCounters {
        var counters = RenderCounters()
        precondition(buffer.size == panelSize, "A buffer of \(buffer.size) does not fit a panel of \(panelSize).")
        if buffer.age == 0 { grid.add(PixelRect(size: screenSize)) }
        rects.removeAll(keepingCapacity: true)
        // A row of cells stays whole: the compositor divides it better where it knows what lies there.
        grid.collect(
            into: &rects, maximumArea: max(DamageGrid.defaultMaximumArea, screenSize.width * DamageGrid.cellSize))
        if rects.isEmpty { return counters }
        let panel = PixelSurface(
            pixels: buffer.pixels, bytesPerRow: buffer.bytesPerRow, width: buffer.size.width,
            height: buffer.size.height, format: buffer.format)
        rects.withUnsafeBufferPointer { rects in
            counters.keptPicturePixels = keptPictures.make(tree, within: rects)
            list.build(tree, within: rects)
            counters.rasterizedPixels = rasterizer.takePixelCount()
            var bounds = ScreenRect.empty
            for rect in rects {
                counters.pixelsComposited += rect.area
                bounds = bounds.union(ScreenRect(rect))
            }
            let frame = FrameToPaint(
                list: list, rects: rects, panel: panel, panelSize: panelSize, rotation: rotation,
                isPlain: rotation == .none && buffer.format == .xrgb8888,
                isLarge: isLarge(counters.pixelsComposited), isDithered: isDithered)
            crew.paint(
                frame, with: painter, pixels: counters.pixelsComposited,
                work: list.estimatedWork(within: bounds, pixels: counters.pixelsComposited))
        }
        counters.bytesWritten = counters.pixelsComposited * buffer.format.bytesPerPixel
        counters.tiles = rects.count
        counters.layersVisited = list.visitedCount
        counters.items = list.items.count
        list.giveBackMemory()
        return counters
    }

    /// What changed since the last successful present, in panel pixels: at most `limit` rectangles, which replace those in
    /// `clips`. They cover the damage, and more of it where there would be too many.
    public func damageClips(limit: Int, into clips: inout [PixelRect]) {
        rects.removeAll(keepingCapacity: true)
        pending.collect(into: &rects, maximumArea: .max)
        clips.removeAll(keepingCapacity: true)
        // They come in order from the top, so that some that follow each other lie close together.
        let limit = max(limit, 1)
        let perClip = (rects.count + limit - 1) / limit
        var index = 0
        while index < rects.count {
            var clip = rects[index]
            for other in index..<min(index + perClip, rects.count) { clip = clip.union(rects[other]) }
            clips.append(rotation.panelRect(clip, panel: panelSize))
            index += perClip
        }
    }

    /// What was rendered into the buffer is shown, or will be at the next refresh.
    public func didPresent(bufferIndex: Int) {
        pending.removeAll()
        missedBy(bufferIndex).removeAll()
    }

    // MARK: Copies

    /// Brings a copy of the panel's picture up to date, with the tree as it is after the last update: composites what it
    /// lacks since it was brought up to date before, all of it when its age is 0. `buffer.index` counts copies.
    func renderCopy(into buffer: ScanoutBuffer) {
        while copies.count <= buffer.index { copies += Self.makeGrids(screenSize, count: 1) }
        _ = render(into: buffer, lacking: copies[buffer.index])
        copies[buffer.index].removeAll()
    }

    /// Nothing is kept for copies any more.
    func forgetCopies() { copies = [] }

    // MARK: Tests and tools

    /// Paints the whole tree as it is, as one rectangle, or in pieces of the given size: what every buffer must equal.
    /// `bitmap` has the screen's size and a 32-bit format.
    public func renderReference(into bitmap: Bitmap, pieces: PixelSize? = nil) {
        renderReference(into: bitmap, pieces: pieces, collectsEach: false)
    }

    /// - Parameter collectsEach: what to draw is found for each piece alone, as for a small damage.
    func renderReference(into bitmap: Bitmap, pieces: PixelSize?, collectsEach: Bool) {
        let size = screenSize
        precondition(bitmap.size == size && bitmap.format.bytesPerPixel == 4, "The bitmap must fit the screen.")
        let pieces = pieces ?? size
        let reference = TileCompositor(capacity: pieces.width * pieces.height, tallest: pieces.height)
        let all = [PixelRect(size: size)]
        list.usesKeptPictures = false
        defer { list.usesKeptPictures = true }
        all.withUnsafeBufferPointer { list.build(tree, within: $0) }
        for y in stride(from: 0, to: size.height, by: pieces.height) {
            for x in stride(from: 0, to: size.width, by: pieces.width) {
                let rect = PixelRect(x: x, y: y, width: pieces.width, height: pieces.height)
                    .intersection(bitmap.bounds)
                if collectsEach { [rect].withUnsafeBufferPointer { list.build(tree, within: $0) } }
                let tile = reference.composite(list, ScreenRect(rect))
                Kernels.copy(tile, to: bitmap.surface.subsurface(rect))
            }
        }
    }

    /// Groups that fade and rasterised layers are drawn from their layers again.
    func forgetKeptPictures() {
        tree.keptPictures.removeAll()
        tree.invalidateRasters()
    }

    /// Memory that the pictures of rasterised layers take, bytes.
    public var rasterizedByteCount: Int { tree.rasterizedByteCount }

    /// The tree as text, one layer a line, for tests and for people. The format may change.
    public var treeDescription: String { tree.description }

    /// Memory that the pixels of all layers' contents take, bytes; a bitmap that several layers show counts once.
    public var contentsByteCount: Int { tree.contentsUse.bytes }
    /// Bitmaps that layers show.
    public var contentsCount: Int { tree.contentsUse.count }

    /// Layers that cannot be drawn because a number in their geometry is no number or far too large, each counted every
    /// time it was tried.
    public var unusableLayerCount: Int { tree.unusableCount }

    // MARK: Parts

    /// Whether what is written would not be in the cache any more when it is written again: the buffers do not fit half of
    /// it, nor so many pixels in each of them a quarter.
    private func isLarge(_ pixels: Int) -> Bool {
        let bytes = missed.count * 4
        return panelSize.width * panelSize.height * bytes >= Kernels.cacheBytes / 2
            && pixels * bytes >= Kernels.cacheBytes / 4
    }

    private func missedBy(_ index: Int) -> DamageGrid {
        while missed.count <= index {
            let grid = DamageGrid(size: screenSize)
            grid.add(PixelRect(size: screenSize))
            missed.append(grid)
        }
        return missed[index]
    }

    private static func makeGrids(_ size: PixelSize, count: Int) -> [DamageGrid] {
        (0..<max(count, 1)).map { _ in
            let grid = DamageGrid(size: size)
            grid.add(PixelRect(size: size))
            return grid
        }
    }
}
