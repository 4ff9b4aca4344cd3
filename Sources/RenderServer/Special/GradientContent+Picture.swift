package import Raster

extension GradientContent {
    /// The gradient alone, over bounds of this many pixels, the same pixels that the panel shows; nil if there is nothing
    /// to see, or no memory. Any thread.
    package func picture(width: Int, height: Int) -> Bitmap? {
        guard isVisible, let bitmap = try? Bitmap(width: width, height: height, format: .argb8888) else { return nil }
        var stops = RecordStore<GradientStop>()
        defer { stops.deallocate() }
        writeStops(to: &stops)
        let toUnit = Homography(Affine(a: 1 / Double(width), d: 1 / Double(height)))
        guard let paint = GradientPaint(self, toUnit: toUnit, firstStop: 0, stopCount: Int32(stops.count)) else {
            return nil
        }
        if let map = paint.map, let table = makeTable() {
            Kernels.over(gradient: table, map: map, onto: bitmap.surface, originX: 0, originY: 0)
        } else {
            paint.write(
                ScreenRect(minX: 0, minY: 0, maxX: Int32(width), maxY: Int32(height)), stops: stops.base,
                to: bitmap.surface)
        }
        bitmap.freeze()
        return bitmap
    }
}
