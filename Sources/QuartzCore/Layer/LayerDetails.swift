internal import CoreGraphics
internal import Foundation
internal import Motion
internal import RenderServer

/// The part of a layer that most layers do not need, made when first used.
final class LayerDetails {
    var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    var cornerRadius: CGFloat = 0
    var maskedCorners = CACornerMask.all
    var borderWidth: CGFloat = 0
    /// Nil: none, and nothing is drawn. The default is opaque black.
    var borderColor: CGColor? = LayerDetails.black
    var contentsGravity = ContentsGravity.resize
    var contentsScale: CGFloat = 1
    var magnificationFilter = ContentsFilter.linear
    var minificationFilter = ContentsFilter.linear
    /// An image, a `LayerStore`, or whatever else was set.
    var contents: AnyObject?
    /// The part of the bounds that needs display, unless all of them do.
    var dirtyRect = CGRect.null
    /// The part that the present call of `display()` is about; infinite for all of it.
    var markedPart = CGRect.infinite
    /// The part last drawn.
    var displayRect = CGRect.null
    weak var delegate: (any CALayerDelegate)?
    var name: String?
    var actions: [String: any CAAction]?
    var animations = AttachedAnimations()
    /// Numbers of animations that the render server still runs and the layer no longer has.
    var endedIdentifiers: [UInt64] = []
    /// Values stored under names that layers do not know.
    var values: [String: Any]?
    /// What a presentation layer shows.
    var model: CALayer?

    private(set) var depth: LayerDepth?
    private(set) var slice: ContentsSlice?
    private(set) var timing: LayerTiming?
    private(set) var look: LayerLook?

    static var black: CGColor { CGColor.black }

    var madeDepth: LayerDepth {
        if let depth { return depth }
        let made = LayerDepth()
        depth = made
        return made
    }

    var madeSlice: ContentsSlice {
        if let slice { return slice }
        let made = ContentsSlice()
        slice = made
        return made
    }

    var madeLook: LayerLook {
        if let look { return look }
        let made = LayerLook()
        look = made
        return made
    }

    var madeTiming: LayerTiming {
        if let timing { return timing }
        let made = LayerTiming()
        timing = made
        return made
    }
}

/// Everything about the third dimension, and every transform.
final class LayerDepth {
    var transform = Matrix4.identity
    var sublayerTransform = Matrix4.identity
    var anchorPointZ: CGFloat = 0
    var zPosition: CGFloat = 0
}

/// Which part of the contents is shown and which part stretches; unit rectangles.
final class ContentsSlice {
    var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    var center = CGRect(x: 0, y: 0, width: 1, height: 1)
}

/// A layer's timing, of which its clock is what matters.
final class LayerTiming {
    var timing = MediaTiming(duration: .infinity)

    var clock: LayerClock {
        LayerClock(beginTime: timing.beginTime, speed: timing.speed, timeOffset: timing.timeOffset)
    }
}
