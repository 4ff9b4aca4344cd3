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
    case opacity
    case isHidden = "hidden"
    case backgroundColor
    case cornerRadius
    case borderWidth
    case borderColor
    case contentsRect
    case contentsCenter
    case contentsScale
}
