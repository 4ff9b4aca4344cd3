import UIKit

/// `vitrine test-pattern`: one pattern after the other.
final class PatternViewController: PanelViewController {
    private var index = 0
    private var shown: UIView?
    private let caption = PlateLabel()
    /// Tells a delayed call whether it is still meant.
    private var generation = 0

    private var pattern: TestPattern { options.patterns[index] }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(caption)
        let tap = UITapGestureRecognizer(target: self, action: PatternViewController.tapped)
        view.addGestureRecognizer(tap)
        show()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        shown?.frame = view.bounds
        placeCaption()
    }

    private func tapped() { show(next: 1) }

    override func pressed(_ key: UIKey) {
        switch key.keyCode {
        case .keyboardLeftArrow: show(next: options.patterns.count - 1)
        case .keyboardRightArrow, .keyboardSpacebar: show(next: 1)
        default: break
        }
    }

    private func show(next steps: Int) {
        index = (index + steps) % options.patterns.count
        show()
    }

    private func show() {
        generation += 1
        let now = generation
        shown?.removeFromSuperview()
        let fresh: UIView =
            pattern == .tearing
            ? TearingView(frame: view.bounds, hasWords: !options.isPlain)
            : PatternView(pattern, frame: view.bounds, hasWords: !options.isPlain)
        fresh.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.insertSubview(fresh, at: 0)
        shown = fresh
        caption.isHidden = options.isPlain
        placeCaption()
        // Words on a full colour would hide what is looked for.
        UIApplication.shared.after(pattern.solid == nil ? 6 : 3) { [weak self] in
            if let self, self.generation == now { self.caption.isHidden = true }
        }
        if let cycle = options.cycle {
            UIApplication.shared.after(cycle) { [weak self] in
                if let self, self.generation == now { self.show(next: 1) }
            }
        }
    }

    private func placeCaption() {
        let unit = Look.unit(view.bounds)
        caption.label.font = .systemFont(ofSize: 12 * unit)
        caption.label.textAlignment = .center
        caption.inset = 9 * unit
        let count = options.patterns.count
        let next = count > 1 ? "tap: next · " : ""
        caption.label.text =
            "\(count > 1 ? "\(index + 1)/\(count) " : "")\(pattern.rawValue): \(pattern.summary)\n\(next)\(Self.wayOut)"
        let size = caption.size(width: view.bounds.width * 0.86)
        caption.frame = CGRect(
            x: ((view.bounds.width - size.width) / 2).rounded(),
            y: (view.bounds.height - size.height - 12 * unit).rounded(), width: size.width, height: size.height)
    }
}
