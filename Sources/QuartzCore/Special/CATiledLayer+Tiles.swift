internal import CoreGraphics
internal import Foundation
internal import Raster
internal import RenderServer

/// A tile that has been drawn.
@MainActor
final class Tile {
    let layer: CALayer
    /// Whether it has to be drawn again when it is seen.
    var isStale = false
    /// Whether it has appeared wholly and hides what is below.
    var isSettled = false
    /// The layer's count of looks at which it was last seen.
    var lastSeen: Int

    init(_ layer: CALayer, lastSeen: Int) {
        self.layer = layer
        self.lastSeen = lastSeen
    }
}

/// What of a tiled layer is on screen.
struct TileView: Equatable {
    /// In the layer's coordinates; two while it moves: where it is and where it will be.
    var rects: [CGRect]
    var pixelsPerPoint: CGFloat
}

extension CATiledLayer {
    /// Tiles drawn at once for one layer.
    private static let drawingLimit = min(max(ProcessInfo.processInfo.activeProcessorCount - 1, 1), 4)
    /// Tiles kept besides those that are seen.
    private static let spareTiles = 24

    // MARK: Changes

    final func invalidateTiles(in rect: CGRect?) {
        guard canSet("needsDisplay") else { return }
        let rect = rect?.standardized ?? .infinite
        guard !rect.isNull, rect.isFinite, !rect.isEmpty else { return }
        serial += 1
        if !drawings.isEmpty { invalidations.append(TileInvalidation(serial: serial, rect: rect)) }
        let grid = grid
        for (key, tile) in tiles where rect.intersects(grid.rect(key)) { tile.isStale = true }
        lookAgain()
    }

    /// Another grid: nothing of the old one is of use.
    final func dropTiles() {
        for tile in tiles.values { tile.layer.removeFromSuperlayer() }
        tiles.removeAll()
        seen.removeAll()
        lookAgain()
    }

    /// The layer is on no screen any more.
    final func leaveScreen() {
        if tiles.isEmpty { view = nil } else { dropTiles() }
    }

    /// The coming commit looks at what can be seen.
    private func lookAgain() {
        view = nil
        CATransaction.openImplicit()
    }

    // MARK: Looking

    /// Has missing tiles drawn and lets go of those that are not needed. In a commit, before layers are drawn.
    final func updateTiles(_ now: TileView) {
        let bounds = bounds
        var now = now
        now.rects = now.rects.map { $0.intersection(bounds) }.filter { !$0.isEmpty && !$0.isNull }
        let isResized = bounds != placedBounds
        guard now != view || isResized else { return }
        view = now
        placedBounds = bounds
        let grid = grid
        seen = []
        var wanted: Set<TileKey> = []
        for rect in now.rects {
            for key in grid.tiles(in: rect, pixelsPerPoint: now.pixelsPerPoint) where wanted.insert(key).inserted {
                seen.append(key)
            }
        }
        looks += 1
        for key in seen { tiles[key]?.lastSeen = looks }
        if isResized { for (key, tile) in tiles { place(tile, grid.rect(key)) } }
        dropUnneeded(now.rects, wanted, grid)
        startDrawing()
    }

    private func dropUnneeded(_ visible: [CGRect], _ wanted: Set<TileKey>, _ grid: TileGrid) {
        let level = seen.first?.level
        let isComplete = seen.allSatisfy { tiles[$0]?.isSettled ?? false }
        for (key, tile) in tiles where !wanted.contains(key) {
            // A tile of another level is of use only where those that belong there are still to come.
            let isVisible = visible.contains { $0.intersects(grid.rect(key)) }
            if tile.isStale && !isVisible || level != nil && key.level != level && (isComplete || !isVisible) {
                drop(key, tile)
            }
        }
        let spares = tiles.filter { !wanted.contains($0.key) }.sorted { $0.value.lastSeen > $1.value.lastSeen }
        for (key, tile) in spares.dropFirst(Self.spareTiles + seen.count) { drop(key, tile) }
    }

    private func drop(_ key: TileKey, _ tile: Tile) {
        tile.layer.removeFromSuperlayer()
        tiles[key] = nil
    }

    // MARK: Drawing

    private func startDrawing() {
        guard drawings.count < Self.drawingLimit else { return }
        let grid = grid
        for key in seen where !drawings.contains(key) {
            if let tile = tiles[key], !tile.isStale { continue }
            drawings.insert(key)
            TileDrawing(key, of: self, grid: grid, serial: serial).start()
            if drawings.count >= Self.drawingLimit { return }
        }
    }

    /// The picture of a tile comes back; nil if there was no memory.
    final func take(_ bitmap: Bitmap?, of drawing: TileDrawing) {
        drawings.remove(drawing.key)
        let isStale = invalidations.contains { $0.serial > drawing.serial && $0.rect.intersects(drawing.rect) }
        if drawings.isEmpty { invalidations.removeAll() }
        guard context != nil else { return }
        defer { startDrawing() }
        // Cut another way now.
        let grid = grid
        guard drawing.rect == grid.rect(drawing.key), (drawing.width, drawing.height) == (grid.width, grid.height)
        else {
            return
        }
        guard let bitmap else {
            LayerLog.note("There is no memory for a tile of \(label), \(drawing.width) × \(drawing.height) pixels.")
            // Not again and again.
            seen.removeAll { $0 == drawing.key }
            return
        }
        show(bitmap, of: drawing, isStale: isStale)
    }

    private func show(_ bitmap: Bitmap, of drawing: TileDrawing, isStale: Bool) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        let image = CGImage(bitmap: bitmap)
        if let tile = tiles[drawing.key] {
            tile.layer.contents = image
            tile.isStale = isStale
            return
        }
        let layer = CALayer()
        let tile = Tile(layer, lastSeen: looks)
        tile.isStale = isStale
        tiles[drawing.key] = tile
        layer.contents = image
        layer.isOpaque = drawing.isOpaque
        // More detailed ones lie over others.
        layer.zPosition = CGFloat(drawing.key.level)
        place(tile, drawing.rect)
        ground.addSublayer(layer)
        appear(tile)
    }

    /// Lets a new tile fade in.
    private func appear(_ tile: Tile) {
        let duration = type(of: self).fadeDuration()
        guard duration > 0, duration.isFinite else {
            tile.isSettled = true
            lookAgain()
            return
        }
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0
        fade.duration = duration
        CATransaction.setCompletionBlock { [weak self, weak tile] in
            tile?.isSettled = true
            self?.lookAgain()
        }
        tile.layer.add(fade, forKey: "fade")
    }

    /// Cuts a tile at the bounds.
    private func place(_ tile: Tile, _ rect: CGRect) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let part = rect.intersection(bounds)
        tile.layer.isHidden = part.isNull || part.isEmpty
        if !tile.layer.isHidden {
            tile.layer.frame = part
            tile.layer.contentsRect = CGRect(
                x: (part.minX - rect.minX) / rect.width, y: (part.minY - rect.minY) / rect.height,
                width: part.width / rect.width, height: part.height / rect.height)
        }
        CATransaction.commit()
    }
}
