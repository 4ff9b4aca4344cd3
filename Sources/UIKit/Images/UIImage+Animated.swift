import CoreGraphics
public import Foundation

/// Images that change.
extension UIImage {
    /// Shows `images` one after the other, each for the same time; `duration` seconds for all of them, a thirtieth each if 0.
    /// Nil without images. Its own pixels are the first's.
    public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        guard let first = images.first else { return nil }
        let time = duration > 0 && duration.isFinite ? duration : Double(images.count) / 30
        return UIImage(
            cgImage: first.cgImage, scale: first.scale, orientation: first.imageOrientation,
            renderingMode: first.renderingMode, capInsets: first.capInsets, isResizable: first.isResizable,
            resizingMode: first.resizingMode, tint: first.ownTint, images: images, duration: time)
    }

    /// The images named `name` with 0, 1, 2 … at the end, up to the first number, 1024 at most, that is missing.
    public class func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
        var images: [UIImage] = []
        for number in 0...1024 {
            guard let image = UIImage(named: "\(name)\(number)") else {
                // The numbers may begin with 1.
                if number == 0 { continue }
                break
            }
            images.append(image)
        }
        return animatedImage(with: images, duration: duration)
    }

    /// All pictures of a GIF or WebP file, with its times; a still image for a file of one picture. Frames are repeated
    /// where times differ, since an animated image shows each for the same time.
    ///
    /// - Throws: `ImageError`. All frames together count as one picture for the limits.
    public static func animatedImage(with data: Data, scale: CGFloat = 1) throws -> UIImage {
        let animation = try ImageDecoder.animation(data: data, source: "image data")
        let stills = animation.frames.map { UIImage(cgImage: $0.image, scale: scale, orientation: .up) }
        guard stills.count > 1 else { return stills[0] }
        // The longest step, in hundredths of a second, that fits all times.
        let steps = animation.frames.map { max(Int(($0.duration * 100).rounded()), 1) }
        let step = steps.reduce(0) { greatestCommonDivisor($0, $1) }
        var images: [UIImage] = []
        for (still, count) in zip(stills, steps) {
            images.append(contentsOf: repeatElement(still, count: min(count / max(step, 1), 1000)))
        }
        return animatedImage(with: images, duration: Double(images.count * step) / 100) ?? stills[0]
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
