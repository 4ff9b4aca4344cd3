internal import CoreGraphics
public import Foundation
internal import Raster

/// A layer too large for one bitmap: it is drawn in tiles, those that can be seen, when they are first seen, and as
/// detailed as the scale they are seen at wants.
///
/// Tiles are drawn by `draw(in:)` or the delegate's `draw(_:in:)` (for a view, its `draw(_:)`), with a context whose
/// clip is the tile and whose scale tells the level of detail. **Tiles are drawn on other threads, several at once.**
/// Drawing must not change anything that another thread reads, nor ask what belongs to the main thread; mark an override
/// `nonisolated` to have the compiler check that.
@preconcurrency @MainActor
open class CATiledLayer: CALayer {
    /// Holds the tiles in this layer's own coordinates; the underlay.
    final let ground = CALayer()
    final var tiles: [TileKey: Tile] = [:]
    /// Tiles that are being drawn.
    final var drawings: Set<TileKey> = []
    /// What can be seen, those in the middle first.
    final var seen: [TileKey] = []
    /// Where and how large it was seen last; nil when that has to be found out again.
    final var view: TileView?
    /// The bounds that tiles are cut at.
    final var placedBounds = CGRect.null
    /// Counts looks at what can be seen.
    final var looks = 0
    /// Counts changes of what the tiles show.
    final var serial = 0
    /// Those that came while tiles were being drawn.
    final var invalidations: [TileInvalidation] = []
    private final var size = CGSize(width: 256, height: 256)
    private final var levels = 1
    private final var bias = 0

    public override init() {
        super.init()
        prepareGround()
    }

    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CATiledLayer { copyLevels(of: layer) }
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        prepareGround()
    }

    private func copyLevels(of layer: CATiledLayer) { (size, levels, bias) = (layer.size, layer.levels, layer.bias) }

    private func prepareGround() {
        ground.anchorPoint = .zero
        ground.superlayerStorage = self
        // Tiles come and go by themselves.
        ground.actions = ["sublayers": NSNull()]
        flags.insert(.hasUnderlay)
    }

    deinit { ground.superlayerStorage = nil }

    // MARK: Properties

    /// Seconds in which a tile that was not there before appears. 0.25; subclasses answer another time, 0 for none.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// The size of a tile in pixels; default 256 × 256. At least 32 and at most 4096 a side are used; sizes that are not
    /// positive are refused.
    open var tileSize: CGSize {
        get { size }
        set {
            let isUsable =
                newValue.width > 0 && newValue.height > 0 && newValue.width.isFinite && newValue.height.isFinite
            guard newValue != size, canSet("tileSize", isUsable) else { return }
            size = newValue
            dropTiles()
        }
    }

    /// How many levels of detail there are, each half as detailed as the one before; at least 1. Default 1.
    open var levelsOfDetail: Int {
        get { levels }
        set {
            guard newValue != levels, canSet("levelsOfDetail") else { return }
            levels = newValue
            dropTiles()
        }
    }

    /// How many of the levels are more detailed than the layer at its own size, each twice as detailed as the one before.
    /// Default 0.
    open var levelsOfDetailBias: Int {
        get { bias }
        set {
            guard newValue != bias, canSet("levelsOfDetailBias") else { return }
            bias = newValue
            dropTiles()
        }
    }

    final var grid: TileGrid {
        TileGrid(tileSize: size, scale: contentsScale, levelsOfDetail: levels, bias: bias)
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "tileSize": CGSize(width: 256, height: 256)
        case "levelsOfDetail": NSNumber(value: 1)
        default: super.defaultValue(forKey: key)
        }
    }

    open override var contentsScale: CGFloat {
        get { super.contentsScale }
        set {
            let old = super.contentsScale
            super.contentsScale = newValue
            if super.contentsScale != old { dropTiles() }
        }
    }

    // MARK: Drawing

    /// Draws all tiles again, those that can be seen soon; until then they stay.
    open override func setNeedsDisplay() { invalidateTiles(in: nil) }

    /// Draws the tiles that `r` touches again.
    open override func setNeedsDisplay(_ r: CGRect) { invalidateTiles(in: r) }

    /// Nothing: tiles are drawn when they are seen.
    open override func display() {}

    /// Draws the whole layer, on the calling thread and without tiles.
    override func drawSpecial(in ctx: CGContext) {
        ctx.saveGState()
        ctx.clip(to: bounds)
        draw(in: ctx)
        ctx.restoreGState()
    }

    // MARK: Keys and presentation

    override func specialValue(forKeyPath path: String) -> Any?? {
        switch path {
        case "tileSize": tileSize
        case "levelsOfDetail": NSNumber(value: levelsOfDetail)
        case "levelsOfDetailBias": NSNumber(value: levelsOfDetailBias)
        default: nil
        }
    }

    override func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool {
        let number = Int(exactly: (value.flatMap(AnimatableValue.number) ?? 0).rounded()) ?? 0
        switch path {
        case "tileSize": tileSize = value as? CGSize ?? .zero
        case "levelsOfDetail": levelsOfDetail = number
        case "levelsOfDetailBias": levelsOfDetailBias = number
        default: return false
        }
        return true
    }

    open override func presentation() -> CATiledLayer? { makePresentation() as? CATiledLayer }
    open override func model() -> CATiledLayer { super.model() as? CATiledLayer ?? self }

    override func makePresentationCopy() -> CALayer { CATiledLayer(layer: self) }
}
