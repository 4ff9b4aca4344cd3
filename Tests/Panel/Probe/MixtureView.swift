import UIKit

/// Everything that can move, started again and again by a main thread that stands still for random spans: layers' and
/// views' animations of all kinds. Over it a red bar runs from left to right at an even speed for ever, so that an onlooker
/// can tell from each frame for what time it was made. Prints
///
///     bar begins SECONDS from POINT to POINT in SECONDS         media time; the bar's left edge
///     blocked SECONDS                                           each time the main thread stood still
///     started KIND                                              each kind, the first time
final class MixtureView: UIView {
    private static let edge = (start: CGFloat(0), end: CGFloat(700), seconds: 4.0)

    private let bar = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    private let ground: UIView
    private var random = Numbers(state: 5)
    private var seen: Set<String> = []
    private var step = 0
    private var timer: Timer?
    private var animators: [UIViewPropertyAnimator] = []

    override init(frame: CGRect) {
        ground = UIView(frame: CGRect(x: 0, y: 20, width: frame.width, height: frame.height - 20))
        super.init(frame: frame)
        ground.clipsToBounds = true
        bar.backgroundColor = .red
        addSubview(ground)
        addSubview(bar)
        addParticles()
    }

    required init?(coder: NSCoder) { nil }

    func start() {
        let run = CABasicAnimation(keyPath: "position.x")
        run.fromValue = Self.edge.start + 10
        run.toValue = Self.edge.end + 10
        run.duration = Self.edge.seconds
        run.repeatCount = .infinity
        run.beginTime = CACurrentMediaTime()
        bar.layer.add(run, forKey: "run")
        say(
            String(
                format: "bar begins %.6f from %.0f to %.0f in %.0f", run.beginTime, Self.edge.start, Self.edge.end,
                Self.edge.seconds))
        timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [weak self] _ in
            MainActor.assumeIsolated { self?.turn() }
        }
    }

    /// Starts some, and sometimes stands still.
    private func turn() {
        for _ in 0..<2 {
            step += 1
            start(kind: step)
        }
        guard random.share < 0.4 else { return }
        let pause = random.share * 1.2
        say(String(format: "blocked %.3f", pause))
        Thread.sleep(forTimeInterval: pause)
    }

    private func note(_ kind: String) { if seen.insert(kind).inserted { say("started \(kind)") } }

    // MARK: What moves

    private var somewhere: CGPoint {
        CGPoint(x: 40 + random.share * Double(ground.bounds.width - 80), y: 40 + random.share * 300)
    }

    /// A view that goes when its time is over.
    private func makeView(_ seconds: Double) -> UIView {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 40))
        view.center = somewhere
        view.backgroundColor = UIColor(hue: random.share, saturation: 0.6, brightness: 0.9, alpha: 0.8)
        ground.addSubview(view)
        _ = Timer.scheduledTimer(withTimeInterval: seconds, repeats: false) { _ in
            MainActor.assumeIsolated { view.removeFromSuperview() }
        }
        return view
    }

    private func start(kind number: Int) {
        let length = 0.2 + random.share
        let view = makeView(length + 0.4)
        // What a layer is to show first has to be committed before it can move by itself.
        CATransaction.flush()
        let kinds = Self.viewKinds.count + Self.layerKinds.count
        let kind = number % kinds
        if kind < Self.viewKinds.count {
            note(Self.viewKinds[kind])
            startView(Self.viewKinds[kind], view, length)
        } else {
            note(Self.layerKinds[kind - Self.viewKinds.count])
            startLayer(Self.layerKinds[kind - Self.viewKinds.count], view.layer, length)
        }
    }

    private static let viewKinds = [
        "block", "damped-spring", "bounced-spring", "view-keyframes", "begin-commit", "flip-left", "flip-right",
        "flip-top", "flip-bottom", "curl-up", "curl-down", "dissolve", "from-to", "animator", "reversed-animator",
        "scrubbed-animator", "repeated",
    ]

    private func startView(_ kind: String, _ view: UIView, _ length: Double) {
        let end = somewhere
        let transitions: [String: UIView.AnimationOptions] = [
            "flip-left": .transitionFlipFromLeft, "flip-right": .transitionFlipFromRight,
            "flip-top": .transitionFlipFromTop, "flip-bottom": .transitionFlipFromBottom,
            "curl-up": .transitionCurlUp, "curl-down": .transitionCurlDown, "dissolve": .transitionCrossDissolve,
        ]
        if let transition = transitions[kind] {
            UIView.transition(with: view, duration: length, options: transition) { view.backgroundColor = .yellow }
            return
        }
        switch kind {
        case "block": UIView.animate(withDuration: length) { (view.center, view.alpha) = (end, 0.2) }
        case "damped-spring":
            UIView.animate(
                withDuration: length, delay: 0.05, usingSpringWithDamping: 0.4, initialSpringVelocity: 3
            ) { view.center = end }
        case "bounced-spring":
            UIView.animate(springDuration: length, bounce: 0.4) {
                view.transform = CGAffineTransform(rotationAngle: 1).scaledBy(x: 1.5, y: 0.5)
            }
        case "view-keyframes":
            UIView.animateKeyframes(withDuration: length, delay: 0, options: .calculationModeCubic) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.4) { view.center = end }
                UIView.addKeyframe(withRelativeStartTime: 0.4, relativeDuration: 0.6) { view.bounds.size.width = 90 }
            }
        case "begin-commit":
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationDuration(length)
            view.backgroundColor = .green
            view.center = end
            UIView.commitAnimations()
        case "from-to":
            let inner = UIView(frame: view.bounds)
            inner.backgroundColor = .blue
            view.addSubview(inner)
            UIView.transition(
                from: inner, to: UILabel(frame: view.bounds), duration: length, options: .transitionFlipFromLeft)
        case "animator", "reversed-animator", "scrubbed-animator":
            let animator = UIViewPropertyAnimator(duration: length, dampingRatio: 0.6) { view.center = end }
            if kind == "scrubbed-animator" {
                animator.fractionComplete = 0.3
                animator.continueAnimation(withTimingParameters: nil, durationFactor: 0.5)
            } else {
                animator.startAnimation()
            }
            if kind == "reversed-animator" { animator.isReversed = true }
        default:
            UIView.animate(withDuration: length / 4, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
                view.center = end
            }
        }
    }

    private static let layerKinds = [
        "basic", "spring", "keyframes", "path-with-rotation", "group", "additive", "implicit", "value-function",
        "fade", "moveIn", "push", "reveal", "contents", "shape", "gradient", "replicator", "text", "shadow",
        "own-clock",
    ]

    private func startLayer(_ kind: String, _ layer: CALayer, _ length: Double) {
        let end = somewhere
        func add(_ animation: CAAnimation) {
            animation.duration = length
            layer.add(animation, forKey: nil)
        }
        switch kind {
        case "basic", "additive", "own-clock":
            if kind == "own-clock" { layer.speed = 0.5 }
            let basic = CABasicAnimation(keyPath: "position")
            basic.toValue = end
            basic.isAdditive = kind == "additive"
            add(basic)
        case "spring":
            let spring = CASpringAnimation(keyPath: "transform.scale")
            spring.fromValue = 0.2
            add(spring)
        case "keyframes", "path-with-rotation":
            let frames = CAKeyframeAnimation(keyPath: "position")
            frames.values = [layer.position, end, somewhere]
            frames.calculationMode = .cubicPaced
            if kind != "keyframes" {
                frames.path = CGPath(
                    ellipseIn: CGRect(origin: end, size: CGSize(width: 90, height: 40)), transform: nil)
                frames.rotationMode = .rotateAuto
            }
            add(frames)
        case "group":
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.toValue = 0
            let turn = CAKeyframeAnimation(keyPath: "transform.rotation.z")
            turn.values = [0, 2, -1]
            let group = CAAnimationGroup()
            group.animations = [fade, turn]
            add(group)
        case "implicit":
            let inner = CALayer()
            inner.frame = layer.bounds
            layer.addSublayer(inner)
            CATransaction.flush()
            inner.backgroundColor = UIColor.black.cgColor
            inner.cornerRadius = 15
        case "value-function":
            let turn = CABasicAnimation(keyPath: "transform")
            turn.valueFunction = CAValueFunction(name: .rotateY)
            turn.fromValue = 0
            turn.toValue = 6.28
            add(turn)
        case "fade", "moveIn", "push", "reveal":
            let transition = CATransition()
            transition.type = CATransitionType(rawValue: kind)
            transition.subtype = .fromTop
            add(transition)
            layer.backgroundColor = UIColor.purple.cgColor
        case "contents":
            let renderer = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20))
            let image = renderer.image { _ in UIRectFill(CGRect(x: 4, y: 4, width: 8, height: 8)) }
            let dissolve = CABasicAnimation(keyPath: "contents")
            dissolve.fromValue = image.cgImage
            add(dissolve)
        case "shadow":
            layer.shadowOpacity = 1
            let shadow = CABasicAnimation(keyPath: "shadowRadius")
            shadow.toValue = 12
            add(shadow)
        default: startSpecial(kind, layer, length)
        }
    }

    private func startSpecial(_ kind: String, _ layer: CALayer, _ length: Double) {
        let inner: CALayer
        var key = "strokeEnd"
        var value: Any = 0
        switch kind {
        case "shape":
            let shape = CAShapeLayer()
            shape.path = CGPath(ellipseIn: layer.bounds, transform: nil)
            shape.strokeColor = UIColor.black.cgColor
            inner = shape
        case "gradient":
            let gradient = CAGradientLayer()
            gradient.colors = [UIColor.green.cgColor, UIColor.blue.cgColor]
            (key, value) = ("colors", [UIColor.white.cgColor, UIColor.black.cgColor])
            inner = gradient
        case "replicator":
            let replicator = CAReplicatorLayer()
            replicator.instanceCount = 4
            let dot = CALayer()
            dot.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            dot.backgroundColor = UIColor.black.cgColor
            replicator.addSublayer(dot)
            (key, value) = ("instanceTransform.translation.x", 30)
            inner = replicator
        default:
            let text = CATextLayer()
            text.string = "text"
            text.fontSize = 12
            (key, value) = ("fontSize", 30)
            inner = text
        }
        inner.frame = layer.bounds
        layer.addSublayer(inner)
        let animation = CABasicAnimation(keyPath: key)
        animation.toValue = value
        animation.duration = length
        inner.add(animation, forKey: nil)
    }

    /// Particles, all the time.
    private func addParticles() {
        note("emitter")
        let cell = CAEmitterCell()
        cell.contents =
            UIGraphicsImageRenderer(size: CGSize(width: 6, height: 6)).image { _ in
                UIRectFill(CGRect(x: 1, y: 1, width: 4, height: 4))
            }.cgImage
        (cell.birthRate, cell.lifetime, cell.velocity) = (20, 2, 60)
        cell.emissionRange = .pi * 2
        let emitter = CAEmitterLayer()
        emitter.emitterPosition = CGPoint(x: 400, y: 300)
        emitter.emitterCells = [cell]
        ground.layer.addSublayer(emitter)
    }

    /// Numbers that look random and are the same in every run.
    private struct Numbers {
        var state: UInt64

        /// 0 to 1.
        var share: Double {
            mutating get {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Double((state ^ (state >> 31)) >> 40 & 0xFF_FFFF) / Double(0x100_0000)
            }
        }
    }
}
