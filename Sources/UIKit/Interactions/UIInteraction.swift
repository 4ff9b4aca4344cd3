import Foundation

/// What a view takes part in beside its own events. `UIPencilInteraction` is one; an application may have its own.
@preconcurrency @MainActor
public protocol UIInteraction: NSObjectProtocol {
    /// The view it was added to, weakly held.
    var view: UIView? { get }
    /// It is about to be added to a view, or removed from one (nil). Never call it.
    func willMove(to view: UIView?)
    func didMove(to view: UIView?)
}

extension UIView {
    final func attach(_ interaction: any UIInteraction) {
        guard interaction.view !== self else { return }
        interaction.view?.removeInteraction(interaction)
        interaction.willMove(to: self)
        madeExtras.interactions.append(interaction)
        interaction.didMove(to: self)
    }

    final func detach(_ interaction: any UIInteraction) {
        guard let extras, extras.interactions.contains(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        extras.interactions.removeAll { $0 === interaction }
        interaction.didMove(to: nil)
    }

    final func setInteractions(_ interactions: [any UIInteraction]) {
        for old in self.interactions where !interactions.contains(where: { $0 === old }) { removeInteraction(old) }
        for interaction in interactions { addInteraction(interaction) }
    }
}
