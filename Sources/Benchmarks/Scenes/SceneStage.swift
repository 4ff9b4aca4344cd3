import Foundation
import Raster
import RenderServer
import UIKit

/// A scene on a panel in memory.
@MainActor
final class SceneStage {
    let kind: SceneKind
    let stage: HeadlessStage
    private let window: UIWindow
    private let scene: any Scene

    init(_ kind: SceneKind, size: PixelSize) throws {
        self.kind = kind
        stage = try HeadlessStage(panel: size)
        window = UIWindow(frame: stage.screen.bounds)
        window.makeKeyAndVisible()
        scene = kind.make(window)
        stage.commitAndShow()
    }

    /// All that an application does for one frame.
    func frame(_ index: Int) {
        scene.step(index)
        if !kind.showsFrames { return }
        if kind.isRepaintedWhole { stage.server.requestFullRepaint() }
        stage.commitAndShow()
    }

    func writePicture(to file: URL) throws { try stage.panelPNG().write(to: file) }

    func close() {
        window.isHidden = true
        stage.close()
    }
}
