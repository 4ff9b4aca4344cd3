import UIKit

extension Filmstrip {
    // MARK: Transitions of layers

    static let transitions: [Filmstrip] =
        [Filmstrip(name: "transition-fade", title: "CATransition, fade") { transition($0, .fade, nil) }]
        + [CATransitionType.moveIn, .push, .reveal].flatMap { type in
            [CATransitionSubtype.fromLeft, .fromRight, .fromTop, .fromBottom].map { subtype in
                Filmstrip(
                    name: "transition-\(type.rawValue)-\(subtype.rawValue)",
                    title: "CATransition, \(type.rawValue) \(subtype.rawValue)"
                ) { transition($0, type, subtype) }
            }
        }

    private static func transition(
        _ window: UIWindow, _ type: CATransitionType, _ subtype: CATransitionSubtype?
    ) -> () -> Void {
        let layer = CALayer()
        layer.frame = CGRect(x: 28, y: 20, width: 40, height: 32)
        layer.backgroundColor = UIColor.galleryBlue.cgColor
        layer.contents = Pictures.arrow(width: 40, height: 32)
        layer.contentsGravity = .center
        window.layer.addSublayer(layer)
        return {
            let transition = CATransition()
            transition.type = type
            transition.subtype = subtype
            transition.duration = 1
            layer.add(transition, forKey: nil)
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.contents = nil
            layer.backgroundColor = UIColor.galleryYellow.cgColor
            let dot = CALayer()
            dot.frame = CGRect(x: 10, y: 6, width: 20, height: 20)
            dot.cornerRadius = 10
            dot.backgroundColor = UIColor.galleryRed.cgColor
            layer.addSublayer(dot)
            CATransaction.commit()
        }
    }

    // MARK: Transitions of views

    static let viewTransitions: [Filmstrip] = [
        ("cross-dissolve", UIView.AnimationOptions.transitionCrossDissolve),
        ("flip-from-left", .transitionFlipFromLeft),
        ("flip-from-right", .transitionFlipFromRight), ("flip-from-top", .transitionFlipFromTop),
        ("flip-from-bottom", .transitionFlipFromBottom), ("curl-up", .transitionCurlUp),
        ("curl-down", .transitionCurlDown),
    ].map { name, option in
        Filmstrip(name: "view-\(name)", title: "UIView.transition, \(name)") { window in
            let container = UIView(frame: CGRect(x: 18, y: 14, width: 60, height: 44))
            window.addSubview(container)
            let from = UIImageView(image: Pictures.arrow(width: 60, height: 44).map { UIImage(cgImage: $0) })
            from.frame = container.bounds
            container.addSubview(from)
            let to = UIView(frame: container.bounds)
            to.backgroundColor = .galleryYellow
            let label = UILabel(frame: to.bounds)
            label.text = "new"
            label.textAlignment = .center
            label.font = Pictures.font(18)
            to.addSubview(label)
            return { UIView.transition(from: from, to: to, duration: 1, options: option) }
        }
    }

    // MARK: Values on their way

    static let values: [Filmstrip] = [
        Filmstrip(
            name: "curves", title: "linear, ease in, ease out, ease in and out, default, spring", height: 86
        ) { window in
            let names: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
            let dots = (0...names.count).map { dot(window, row: $0) }
            return {
                for (dot, name) in zip(dots, names) {
                    let animation = CABasicAnimation(keyPath: "position.x")
                    animation.timingFunction = CAMediaTimingFunction(name: name)
                    run(animation, dot)
                }
                let spring = CASpringAnimation(keyPath: "position.x")
                spring.stiffness = 200
                run(spring, dots[names.count])
            }
        },
        Filmstrip(
            name: "keyframes", title: "keyframes: linear, discrete, paced, cubic, cubic and paced", height: 72
        ) { window in
            let modes: [CAAnimationCalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
            let dots = modes.indices.map { dot(window, row: $0) }
            return {
                for (dot, mode) in zip(dots, modes) {
                    let animation = CAKeyframeAnimation(keyPath: "position.x")
                    animation.values = [12, 84, 30, 60]
                    animation.calculationMode = mode
                    animation.duration = 1
                    dot.add(animation, forKey: nil)
                }
            }
        },
        Filmstrip(name: "keyframe-path", title: "along a path, turning with it") { window in
            let arrow = CALayer()
            arrow.bounds = CGRect(x: 0, y: 0, width: 18, height: 12)
            arrow.contents = Pictures.arrow(width: 18, height: 12)
            arrow.position = CGPoint(x: 16, y: 56)
            arrow.allowsEdgeAntialiasing = true
            window.layer.addSublayer(arrow)
            return {
                let path = CGMutablePath()
                path.move(to: CGPoint(x: 16, y: 56))
                path.addCurve(
                    to: CGPoint(x: 80, y: 56), control1: CGPoint(x: 30, y: -4), control2: CGPoint(x: 66, y: -4))
                let animation = CAKeyframeAnimation(keyPath: "position")
                animation.path = path
                animation.rotationMode = .rotateAuto
                animation.calculationMode = .paced
                animation.duration = 1
                arrow.add(animation, forKey: nil)
            }
        },
        Filmstrip(name: "path", title: "a shape layer's path, point by point") { window in
            let shape = CAShapeLayer()
            shape.path = star(0.45)
            shape.fillColor = UIColor.galleryYellow.cgColor
            shape.strokeColor = UIColor.galleryRed.cgColor
            shape.lineWidth = 2
            window.layer.addSublayer(shape)
            return {
                CATransaction.begin()
                CATransaction.setAnimationDuration(1)
                shape.path = star(1)
                CATransaction.commit()
            }
        },
        Filmstrip(name: "contents", title: "contents dissolve") { window in
            let layer = CALayer()
            layer.frame = CGRect(x: 18, y: 14, width: 60, height: 44)
            layer.contents = Pictures.arrow(width: 60, height: 44)
            window.layer.addSublayer(layer)
            return {
                CATransaction.begin()
                CATransaction.setAnimationDuration(1)
                layer.contents = Pictures.squares(12)
                CATransaction.commit()
            }
        },
    ]

    private static func dot(_ window: UIWindow, row: Int) -> CALayer {
        let dot = CALayer()
        dot.frame = CGRect(x: 7, y: 4 + CGFloat(row) * 13, width: 10, height: 10)
        dot.cornerRadius = 5
        dot.backgroundColor = UIColor(hue: CGFloat(row) / 6, saturation: 0.8, brightness: 0.7, alpha: 1).cgColor
        window.layer.addSublayer(dot)
        return dot
    }

    private static func run(_ animation: CABasicAnimation, _ dot: CALayer) {
        animation.fromValue = 12
        animation.toValue = 76
        animation.duration = 1
        dot.add(animation, forKey: nil)
    }

    private static func star(_ inner: CGFloat) -> CGPath {
        let path = CGMutablePath()
        for point in 0..<10 {
            let radius: CGFloat = point % 2 == 0 ? 32 : 32 * inner
            let angle = CGFloat(point) * .pi / 5 - .pi / 2
            let place = CGPoint(x: 48 + radius * cos(angle), y: 36 + radius * sin(angle))
            if point == 0 { path.move(to: place) } else { path.addLine(to: place) }
        }
        path.closeSubpath()
        return path
    }
}
