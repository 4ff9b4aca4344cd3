import Display
import Raster

/// The copies of the picture that somebody takes: screenshots, recordings, remote help; nearly always none. Used by the
/// render loop.
final class PictureCopies {
    private var taps: [FrameTap] = []
    /// Whether the frame handed over last was not offered to the taps yet.
    private var hasNewPicture = false

    /// The first of the renderer's copies are those of recordings; a single picture stands apart from them.
    private static let singleCopy = 3

    var areWanted: Bool { !taps.isEmpty }

    func add(_ new: [FrameTap]) { taps += new }

    /// A frame was handed over.
    func pictureChanged() { hasNewPicture = true }

    func forgetPicture() { hasNewPicture = false }

    /// Composes what is wanted.
    ///
    /// - Parameters:
    ///   - frame: the number of the frame handed over last.
    ///   - isInFlight: whether its flip is not reported yet; recordings are told with the report.
    func serve(with renderer: FrameRenderer, format: PixelFormat, frame: Int, isInFlight: Bool) {
        for tap in taps where !tap.isOver {
            switch tap.subject {
            case .now:
                compose(for: tap, renderer, format)
                tap.publish(number: frame, time: MediaClock.now, rotation: renderer.rotation)
                tap.end()
            case .frames:
                if hasNewPicture, isInFlight { compose(for: tap, renderer, format) }
            }
        }
        hasNewPicture = false
        taps.removeAll(where: \.isOver)
        if taps.isEmpty { renderer.forgetCopies() }
    }

    private func compose(for tap: FrameTap, _ renderer: FrameRenderer, _ format: PixelFormat) {
        guard let copy = tap.stage(size: renderer.panelSize, format: format) else { return }
        let index = tap.subject == .now ? Self.singleCopy : copy.index
        let isNew = copy.isNew || tap.subject == .now
        renderer.renderCopy(
            into: ScanoutBuffer(
                index: index, pixels: copy.bitmap.pixels, bytesPerRow: copy.bitmap.bytesPerRow,
                size: renderer.panelSize, format: format, age: isNew ? 0 : 1))
    }

    /// The flip of a frame was reported.
    ///
    /// - Parameter time: of the flip, seconds of the media clock.
    func frameShown(_ number: Int, time: Double, rotation: Rotation) {
        for tap in taps where tap.subject == .frames { tap.publish(number: number, time: time, rotation: rotation) }
    }

    /// The frame in flight will not be shown.
    func drop() {
        hasNewPicture = false
        for tap in taps { tap.discard() }
    }
}
