import Foundation
import QuartzCore

/// Shows images in a view one after the other, in step with the display.
@MainActor
final class ImagePlayer {
    private let images: [UIImage]
    private let duration: TimeInterval
    /// 0 for ever.
    private let repeatCount: Int
    /// The display holds the player while it runs; the view may be gone.
    private weak var view: UIImageView?
    private var link: CADisplayLink?
    /// When the first image would have been shown; nil until a frame has been.
    private var start: TimeInterval?
    private var shown = 0

    init(images: [UIImage], duration: TimeInterval, repeatCount: Int, view: UIImageView) {
        self.images = images
        self.duration = duration
        self.repeatCount = repeatCount
        self.view = view
    }

    func run() {
        guard link == nil else { return }
        start = nil
        let link = CADisplayLink(target: self, action: ImagePlayer.step)
        link.wantedContext = view?.window?.screen.context
        link.add(to: .main, forMode: .common)
        self.link = link
    }

    func pause() {
        link?.invalidate()
        link = nil
    }

    private func step(_ link: CADisplayLink) {
        guard let view else { return pause() }
        let time = link.targetTimestamp
        guard let start else {
            start = time - duration * Double(shown) / Double(images.count)
            return
        }
        let rounds = (time - start) / duration
        if repeatCount > 0, rounds >= Double(repeatCount) {
            view.didFinishPlaying()
            return
        }
        let share = rounds - rounds.rounded(.down)
        let index = min(max(Int(share * Double(images.count)), 0), images.count - 1)
        guard index != shown else { return }
        shown = index
        view.show(images[index])
    }
}
