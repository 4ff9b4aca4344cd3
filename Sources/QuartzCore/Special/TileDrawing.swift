internal import CoreGraphics
internal import Foundation
internal import Raster

/// A change of what a tiled layer shows.
struct TileInvalidation {
    /// The layer's count of them.
    var serial: Int
    /// In the layer's coordinates; infinite for all of it.
    var rect: CGRect
}

/// One tile that is being drawn, off the main thread.
///
/// The layer and its delegate are kept alive until the main thread has the picture, and let go of there: a view must not
/// end on another thread.
struct TileDrawing: @unchecked Sendable {
    // Unchecked because of the layer, of which the drawing thread calls the drawing methods and nothing else.

    let key: TileKey
    /// What it covers, in the layer's coordinates.
    let rect: CGRect
    /// Pixels per point.
    let resolution: CGFloat
    let width: Int
    let height: Int
    let isOpaque: Bool
    /// What an opaque tile is filled with before.
    let background: CGColor?
    /// The layer's count of invalidations when drawing began.
    let serial: Int
    private let layer: Unmanaged<CATiledLayer>
    private let delegate: Unmanaged<AnyObject>?

    /// Draws `TileDrawing`s.
    private static let queue = DispatchQueue(label: "Vitrine.tiles", qos: .userInitiated, attributes: .concurrent)

    @MainActor
    init(_ key: TileKey, of layer: CATiledLayer, grid: TileGrid, serial: Int) {
        self.key = key
        rect = grid.rect(key)
        resolution = grid.resolution(key.level)
        (width, height) = (grid.width, grid.height)
        isOpaque = layer.isOpaque
        background = layer.backgroundColor
        self.serial = serial
        self.layer = Unmanaged.passRetained(layer)
        delegate = (layer.delegate as AnyObject?).map { Unmanaged.passRetained($0) }
    }

    /// Draws on another thread and gives the picture, nil if there is no memory for it, to the layer on the main thread.
    func start() {
        TileInbox.shared.begin()
        Self.queue.async { TileInbox.shared.end(self, draw()) }
    }

    /// Gives the picture to the layer and lets go of it.
    @MainActor
    func deliver(_ bitmap: Bitmap?) {
        layer.takeUnretainedValue().take(bitmap, of: self)
        layer.release()
        delegate?.release()
    }

    /// A function of its own: its references to the layer are gone when it returns.
    @inline(never)
    private func draw() -> Bitmap? {
        guard let bitmap = try? Bitmap(width: width, height: height, format: isOpaque ? .xrgb8888 : .argb8888) else {
            return nil
        }
        let context = CGContext(bitmap: bitmap, scale: resolution, boundsOrigin: rect.origin)
        guard context.prepare(clip: rect, clear: false) else { return nil }
        // Without a colour an opaque bitmap is black.
        if isOpaque, let background {
            context.setFillColor(background)
            context.fill(rect)
            context.setFillColor(.black)
        }
        Self.draw(layer.takeUnretainedValue(), in: context)
        return context.finish()
    }

    /// Calls `draw(in:)` on this thread. Classes of the main actor promise to draw tiles on any; see `CATiledLayer`.
    private static func draw(_ layer: CATiledLayer, in context: CGContext) {
        typealias Isolated = @MainActor (CATiledLayer, CGContext) -> Void
        typealias Anywhere = (CATiledLayer, CGContext) -> Void
        let isolated: Isolated = { layer, context in layer.draw(in: context) }
        unsafeBitCast(isolated, to: Anywhere.self)(layer, context)
    }
}
