internal import Motion

extension RenderNode {
    /// Stores all presentation values except those in `NodeExtras`; those in `NodeDetails` if they differ.
    mutating func takeValues(of state: LayerState) {
        bounds = state.bounds
        position = state.position
        anchorPoint = state.anchorPoint
        zPosition = state.zPosition
        cornerRadius = state.cornerRadius
        borderWidth = state.borderWidth
        contentsScale = state.contentsScale
        backgroundColor = state.backgroundColor
        borderColor = state.borderColor
        opacity = state.opacity
        traits = LayerTraits(state)
        gravity = state.contentsGravity
        maskedCorners = state.maskedCorners
        smoothedEdges = state.smoothedEdges
    }
}

extension NodeExtras {
    /// Stores the presentation values that it holds.
    mutating func takeValues(of state: LayerState) {
        transform = state.transform
        sublayerTransform = state.sublayerTransform
        anchorPointZ = state.anchorPointZ
        contentsRect = state.contentsRect
        contentsCenter = state.contentsCenter
        minificationFilterBias = state.minificationFilterBias
        clock = LayerClock(beginTime: state.beginTime, speed: state.speed, timeOffset: state.timeOffset)
    }
}

extension LayerState {
    /// The state that a node was given.
    init(_ node: UnsafePointer<RenderNode>, _ extras: NodeExtras) {
        self.init()
        let traits = node.pointee.traits
        bounds = node.pointee.bounds
        position = node.pointee.position
        anchorPoint = node.pointee.anchorPoint
        anchorPointZ = extras.anchorPointZ
        zPosition = node.pointee.zPosition
        transform = extras.transform
        sublayerTransform = extras.sublayerTransform
        opacity = node.pointee.opacity
        isHidden = traits.contains(.isHidden)
        masksToBounds = traits.contains(.masksToBounds)
        isDoubleSided = traits.contains(.isDoubleSided)
        allowsGroupOpacity = traits.contains(.allowsGroupOpacity)
        allowsEdgeAntialiasing = traits.contains(.allowsEdgeAntialiasing)
        smoothedEdges = node.pointee.smoothedEdges
        isTransformLayer = traits.contains(.isTransformLayer)
        isGeometryFlipped = traits.contains(.isGeometryFlipped)
        isOpaque = traits.contains(.isOpaque)
        backgroundColor = node.pointee.backgroundColor
        cornerRadius = node.pointee.cornerRadius
        maskedCorners = node.pointee.maskedCorners
        borderWidth = node.pointee.borderWidth
        borderColor = node.pointee.borderColor
        contentsGravity = node.pointee.gravity
        contentsRect = extras.contentsRect
        contentsCenter = extras.contentsCenter
        contentsScale = node.pointee.contentsScale
        magnificationFilter = traits.contains(.magnifiesNearest) ? .nearest : .linear
        minificationFilter =
            traits.contains(.minifiesNearest) ? .nearest : traits.contains(.minifiesTrilinear) ? .trilinear : .linear
        minificationFilterBias = extras.minificationFilterBias
        hasContinuousCorners = traits.contains(.hasContinuousCorners)
        beginTime = extras.clock.beginTime
        speed = extras.clock.speed
        timeOffset = extras.clock.timeOffset
    }
}
