import Display
import Raster

/// What the pointer is to look like, and where it is to be.
struct CursorWish: Sendable {
    /// Upright on the screen; nil: no pointer.
    var picture: CursorPicture?
    /// Pixels of the screen.
    var place: SIMD2<Int>
}

// The pointer in the device's cursor plane: no frame is made for it.
extension RenderLoop {
    func takeCursor(_ wish: CursorWish?) {
        guard let wish else { return }
        let isSame = isCursorShown && wish.picture == cursor?.picture
        cursor = wish.picture == nil ? nil : wish
        guard cursor != nil else { return hideCursor() }
        guard isConnected, !hasGivenUp, power == .on else { return }
        if isSame {
            output.moveCursor(to: panelPlace(of: wish.place))
        } else if let picture = wish.picture {
            isCursorShown = true
            output.setCursor(picture.turned(by: wantedRotation), at: panelPlace(of: wish.place))
        }
        checkCursor()
    }

    /// Whoever had the display meanwhile, or a device without signal, knows nothing of it.
    func showCursorAgain() {
        isCursorShown = false
        takeCursor(cursor)
    }

    func hideCursor() {
        guard isCursorShown else { return }
        isCursorShown = false
        output.setCursor(nil, at: .zero)
    }

    /// The device may have refused it only now.
    func checkCursor() {
        guard isCursorShown, !output.canShowCursor, isConnected else { return }
        isCursorShown = false
        cursor = nil
        hasChanges = true
        post(.cursorRefused)
    }

    private func panelPlace(of place: SIMD2<Int>) -> SIMD2<Int> {
        wantedRotation.panelPlace(of: place, panel: output.info.panelSize)
    }
}
