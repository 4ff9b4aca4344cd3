/// The layer property, or part of one, that an animation drives. The raw value is Core Animation's key path.
public enum LayerKey: String, Hashable, Sendable, CaseIterable {
    case bounds
    case boundsOrigin = "bounds.origin"
    case boundsOriginX = "bounds.origin.x"
    case boundsOriginY = "bounds.origin.y"
    case boundsSize = "bounds.size"
    case boundsSizeWidth = "bounds.size.width"
    case boundsSizeHeight = "bounds.size.height"
    case position
    case positionX = "position.x"
    case positionY = "position.y"
    case zPosition
    case anchorPoint
    case anchorPointZ
    case transform
    case transformScale = "transform.scale"
    case transformScaleX = "transform.scale.x"
    case transformScaleY = "transform.scale.y"
    case transformScaleZ = "transform.scale.z"
    case transformRotation = "transform.rotation"
    case transformRotationX = "transform.rotation.x"
    case transformRotationY = "transform.rotation.y"
    case transformRotationZ = "transform.rotation.z"
    case transformTranslation = "transform.translation"
    case transformTranslationX = "transform.translation.x"
    case transformTranslationY = "transform.translation.y"
    case transformTranslationZ = "transform.translation.z"
    case sublayerTransform
    case sublayerTransformScale = "sublayerTransform.scale"
    case sublayerTransformScaleX = "sublayerTransform.scale.x"
    case sublayerTransformScaleY = "sublayerTransform.scale.y"
    case sublayerTransformScaleZ = "sublayerTransform.scale.z"
    case sublayerTransformRotation = "sublayerTransform.rotation"
    case sublayerTransformRotationX = "sublayerTransform.rotation.x"
    case sublayerTransformRotationY = "sublayerTransform.rotation.y"
    case sublayerTransformRotationZ = "sublayerTransform.rotation.z"
    case sublayerTransformTranslation = "sublayerTransform.translation"
    case sublayerTransformTranslationX = "sublayerTransform.translation.x"
    case sublayerTransformTranslationY = "sublayerTransform.translation.y"
    case sublayerTransformTranslationZ = "sublayerTransform.translation.z"
    case opacity
    case isHidden = "hidden"
    case backgroundColor
    case cornerRadius
    case borderWidth
    case borderColor
    case contentsRect
    case contentsCenter
    case contentsScale

    // Effects.
    case shadowColor
    case shadowOpacity
    case shadowOffset
    case shadowOffsetWidth = "shadowOffset.width"
    case shadowOffsetHeight = "shadowOffset.height"
    case shadowRadius
    case rasterizationScale
    case blurRadius = "filters.gaussianBlur.inputRadius"
    case backdropBlurRadius = "backgroundFilters.gaussianBlur.inputRadius"

    // Shapes.
    case fillColor
    case strokeColor
    case strokeStart
    case strokeEnd
    case lineWidth
    case lineDashPhase
    case miterLimit

    // Gradients.
    case colors
    case locations
    case startPoint
    case endPoint

    // Replicators.
    case instanceCount
    case instanceDelay
    case instanceTransform
    case instanceTransformScale = "instanceTransform.scale"
    case instanceTransformScaleX = "instanceTransform.scale.x"
    case instanceTransformScaleY = "instanceTransform.scale.y"
    case instanceTransformScaleZ = "instanceTransform.scale.z"
    case instanceTransformRotation = "instanceTransform.rotation"
    case instanceTransformRotationX = "instanceTransform.rotation.x"
    case instanceTransformRotationY = "instanceTransform.rotation.y"
    case instanceTransformRotationZ = "instanceTransform.rotation.z"
    case instanceTransformTranslation = "instanceTransform.translation"
    case instanceTransformTranslationX = "instanceTransform.translation.x"
    case instanceTransformTranslationY = "instanceTransform.translation.y"
    case instanceTransformTranslationZ = "instanceTransform.translation.z"
    case instanceColor
    case instanceRedOffset
    case instanceGreenOffset
    case instanceBlueOffset
    case instanceAlphaOffset

    // Emitters.
    case emitterPosition
    case emitterZPosition
    case emitterSize
    case emitterDepth
    case birthRate
    case lifetime
    case velocity
    case emitterScale = "scale"
    case spin

    // No numbers.
    case contents
    case path
    case shadowPath

    /// A property that only the application's class of layer knows, which shows it by drawing. No key path names it.
    case custom
    /// How far a transition has come, 0…1. No property: nothing reads or sets it, and no key path names it.
    case transition

    /// Which record of a layer holds the property.
    public enum Family: Hashable, Sendable {
        /// Every layer's.
        case state
        /// Shadow, blur, rasterising.
        case effects
        /// Of a special layer class.
        case special
        /// A picture or an outline, which only has a way to another one.
        case object
        /// Drawn by the application.
        case custom
        /// Of a layer that passes from one picture to another.
        case transition
    }

    public var family: Family {
        switch property {
        case .shadowColor, .shadowOpacity, .shadowOffset, .shadowRadius,
            .rasterizationScale, .blurRadius, .backdropBlurRadius:
            .effects
        case .fillColor, .strokeColor, .strokeStart, .strokeEnd, .lineWidth, .lineDashPhase, .miterLimit, .colors,
            .locations, .startPoint, .endPoint, .instanceCount, .instanceDelay, .instanceTransform, .instanceColor,
            .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset, .emitterPosition,
            .emitterZPosition, .emitterSize, .emitterDepth, .birthRate, .lifetime, .velocity, .emitterScale, .spin:
            .special
        case .contents, .path, .shadowPath: .object
        case .custom: .custom
        case .transition: .transition
        default: .state
        }
    }
}
