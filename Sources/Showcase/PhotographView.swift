import UIKit

/// A photograph on a table: one finger moves it, two fingers move, scale and turn it together.
final class PhotographView: UIView, UIGestureRecognizerDelegate {
    private let photograph = UIImageView()
    private let hint = UILabel()
    private var isPlaced = false

    override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
        isMultipleTouchEnabled = true

        if let path = Bundle.module.path(forResource: "photograph", ofType: "jpg", inDirectory: "Assets") {
            photograph.image = UIImage(contentsOfFile: path)
        }
        photograph.isUserInteractionEnabled = true
        photograph.isMultipleTouchEnabled = true
        photograph.layer.borderWidth = 6
        photograph.layer.borderColor = UIColor.white.cgColor
        addSubview(photograph)

        hint.text = "Move, pinch and turn with two fingers · double tap puts it back"
        hint.font = .systemFont(ofSize: 14)
        hint.textColor = Palette.secondaryText
        hint.textAlignment = .center
        addSubview(hint)

        let pan = UIPanGestureRecognizer(target: self, action: PhotographView.panned)
        let pinch = UIPinchGestureRecognizer(target: self, action: PhotographView.pinched)
        let rotation = UIRotationGestureRecognizer(target: self, action: PhotographView.turned)
        for recognizer in [pan, pinch, rotation] {
            recognizer.delegate = self
            photograph.addGestureRecognizer(recognizer)
        }
        let doubleTap = UITapGestureRecognizer(target: self, action: PhotographView.putBack)
        doubleTap.numberOfTapsRequired = 2
        photograph.addGestureRecognizer(doubleTap)
    }

    required init?(coder: NSCoder) { nil }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        !(otherGestureRecognizer is UITapGestureRecognizer)
    }

    private func panned(_ pan: UIPanGestureRecognizer) {
        let translation = pan.translation(in: self)
        photograph.center = CGPoint(
            x: photograph.center.x + translation.x, y: photograph.center.y + translation.y)
        pan.setTranslation(.zero, in: self)
    }

    private func pinched(_ pinch: UIPinchGestureRecognizer) {
        let current = hypot(photograph.transform.a, photograph.transform.b)
        let factor = min(max(current * pinch.scale, 0.3), 4) / current
        photograph.transform = photograph.transform.scaledBy(x: factor, y: factor)
        pinch.scale = 1
    }

    private func turned(_ rotation: UIRotationGestureRecognizer) {
        photograph.transform = photograph.transform.rotated(by: rotation.rotation)
        rotation.rotation = 0
    }

    private func putBack() {
        UIView.animate(withDuration: 0.4) {
            self.photograph.transform = .identity
            self.photograph.center = CGPoint(x: self.bounds.midX, y: self.bounds.midY)
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        hint.frame = CGRect(x: 0, y: bounds.height - 32, width: bounds.width, height: 24)
        guard !isPlaced, !bounds.isEmpty, let size = photograph.image?.size else { return }
        isPlaced = true
        let factor = min(bounds.width * 0.6 / size.width, (bounds.height - 60) * 0.85 / size.height)
        photograph.bounds = CGRect(
            x: 0, y: 0, width: (size.width * factor).rounded(), height: (size.height * factor).rounded())
        photograph.center = CGPoint(x: bounds.midX, y: bounds.midY - 8)
    }
}
