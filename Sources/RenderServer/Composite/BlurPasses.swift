internal import Raster

/// The box blurs that make up a blur, with the pixels that each has to make so that the last one has what is asked for.
struct BlurPasses {
    struct Pass {
        var axis = Axis.horizontal
        var box = GaussianBlur.Box(size: 1, before: 0)
        var result = ScreenRect.empty
    }

    private var passes: (Pass, Pass, Pass, Pass, Pass, Pass) = (Pass(), Pass(), Pass(), Pass(), Pass(), Pass())
    private(set) var count = 0

    init(_ blur: PlanarBlur) {
        for (axis, gaussian) in [(Axis.horizontal, blur.x), (Axis.vertical, blur.y)] {
            // Without a blur along an axis, one pass still fits the picture to what is asked for.
            append(axis, gaussian.first, isNeeded: gaussian.isIdentity)
            append(axis, gaussian.second)
            append(axis, gaussian.third)
        }
    }

    private mutating func append(_ axis: Axis, _ box: GaussianBlur.Box, isNeeded: Bool = false) {
        if box.size <= 1, !isNeeded { return }
        self[count] = Pass(axis: axis, box: box)
        count += 1
    }

    /// Finds the pixels of each pass, from the last to the first.
    mutating func prepare(for rect: ScreenRect, source: ScreenRect) {
        var needed = rect
        for number in stride(from: count - 1, through: 0, by: -1) {
            self[number].result = needed
            let before = Int32(self[number].box.before)
            let after = Int32(self[number].box.after)
            if self[number].axis == .vertical {
                needed.minY -= before
                needed.maxY += after
            } else {
                needed.minX -= before
                needed.maxX += after
            }
        }
        // A row is blurred by itself: only those that the source has are looked at before they are mixed.
        for number in 0..<count where self[number].axis == .horizontal {
            self[number].result.minY = max(needed.minY, source.minY)
            self[number].result.maxY = max(self[number].result.minY, min(needed.maxY, source.maxY))
        }
    }

    subscript(number: Int) -> Pass {
        get {
            switch number {
            case 0: passes.0
            case 1: passes.1
            case 2: passes.2
            case 3: passes.3
            case 4: passes.4
            default: passes.5
            }
        }
        set {
            switch number {
            case 0: passes.0 = newValue
            case 1: passes.1 = newValue
            case 2: passes.2 = newValue
            case 3: passes.3 = newValue
            case 4: passes.4 = newValue
            default: passes.5 = newValue
            }
        }
    }
}
