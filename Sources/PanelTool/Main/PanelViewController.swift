import UIKit

/// A whole screen that Escape, or a finger held in the top left corner, ends.
class PanelViewController: UIViewController {
    let options: PanelOptions
    private var hasFinished = false

    /// Seconds that a finger is held to end the program.
    var holdDuration: TimeInterval { 2 }

    /// Where it is held, points. Not larger than a finger needs: the rest of the panel is to be measured.
    var holdArea: CGRect {
        let side = min(view.bounds.width, view.bounds.height) * 0.15
        return CGRect(x: 0, y: 0, width: side, height: side)
    }

    static let wayOut = "hold top left corner, Escape: end"

    init(_ options: PanelOptions) {
        self.options = options
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = Look.background
        view.isMultipleTouchEnabled = true
        let hold = UILongPressGestureRecognizer(target: self, action: PanelViewController.held)
        hold.minimumPressDuration = holdDuration
        hold.allowableMovement = 24
        hold.cancelsTouchesInView = false
        hold.delaysTouchesEnded = false
        view.addGestureRecognizer(hold)
    }

    private func held(_ hold: UILongPressGestureRecognizer) {
        guard hold.state == .began, holdArea.contains(hold.location(in: view)) else { return }
        UIApplication.shared.end()
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        for press in presses {
            if press.key?.keyCode == .keyboardEscape { UIApplication.shared.end() }
            if let key = press.key { pressed(key) }
        }
    }

    /// A key other than the one that ends.
    func pressed(_ key: UIKey) {}

    /// The program ends: what was found is printed, once.
    final func finish() {
        guard !hasFinished else { return }
        hasFinished = true
        let text = report()
        if !text.isEmpty { FileHandle.standardOutput.write(Data(text.utf8)) }
    }

    /// What there is to say at the end.
    func report() -> String { "" }
}
