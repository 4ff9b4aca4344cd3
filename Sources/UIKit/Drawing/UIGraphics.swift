public import CoreGraphics
public import Foundation
#if canImport(Glibc)
    import Glibc
#endif

/// The contexts that drawing calls of one thread go to, innermost last (fact D-26).
final class ContextStack {
    struct Entry {
        var context: CGContext
        /// Set for contexts begun by `UIGraphicsBeginImageContextWithOptions`.
        var imageScale: CGFloat?
        /// Set for contexts begun by `UIGraphicsBeginPDFContextToData` and its kin.
        var pdf: UIGraphicsPDFRendererContext?
    }

    var entries: [Entry] = []

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<ContextStack>.fromOpaque(pointer).release() }
        }
        return key
    }()

    /// The calling thread's own.
    static var current: ContextStack {
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<ContextStack>.fromOpaque(pointer).takeUnretainedValue()
        }
        let stack = ContextStack()
        pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
        return stack
    }
}

/// The context that drawing goes to; nil outside drawing. Each thread has its own.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.entries.last?.context }

/// Makes `context` the current one until `UIGraphicsPopContext()`.
public func UIGraphicsPushContext(_ context: CGContext) {
    ContextStack.current.entries.append(ContextStack.Entry(context: context, imageScale: nil))
}

public func UIGraphicsPopContext() { _ = ContextStack.current.entries.popLast() }

// MARK: Rectangles

/// Fills with the fill colour, replacing what is there (fact D-24).
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setBlendMode(blendMode)
    context.fill(rect)
    context.restoreGState()
}

/// A frame of 1 point inside `rect` in the fill colour, whatever the context's line width (fact D-24).
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    guard let context = UIGraphicsGetCurrentContext(), !rect.isEmpty else { return }
    context.saveGState()
    context.setBlendMode(blendMode)
    let thickness = min(1, rect.width, rect.height)
    context.fill(CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: thickness))
    context.fill(CGRect(x: rect.minX, y: rect.maxY - thickness, width: rect.width, height: thickness))
    let side = CGRect(
        x: rect.minX, y: rect.minY + thickness, width: thickness, height: max(rect.height - 2 * thickness, 0))
    context.fill(side)
    context.fill(side.offsetBy(dx: rect.width - thickness, dy: 0))
    context.restoreGState()
}

/// Limits drawing in the current context to `rect`, until its state is restored.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

// MARK: Images

/// Begins drawing into a new image of `size` points; y grows down. Scale 0 is the screen's. Any thread: each has its own
/// contexts.
///
/// A size that is empty, not finite or larger than memory allows leaves no current context.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    let scale = scale > 0 ? scale : MainScreenScale.value
    guard let context = ImageContext.make(size: size, opaque: opaque, scale: scale) else { return }
    ContextStack.current.entries.append(ContextStack.Entry(context: context, imageScale: scale))
}

public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// What was drawn so far into the current image context; nil if the current context is not one.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let entry = ContextStack.current.entries.last, let scale = entry.imageScale,
        let image = entry.context.makeImage()
    else { return nil }
    return UIImage(cgImage: image, scale: scale, orientation: .up)
}

/// Ends the current image context; the previous context is current again.
public func UIGraphicsEndImageContext() {
    guard ContextStack.current.entries.last?.imageScale != nil else { return }
    ContextStack.current.entries.removeLast()
}

enum ImageContext {
    /// A bitmap context of `size` points whose y grows down, cleared; nil when it cannot be made.
    static func make(size: CGSize, opaque: Bool, scale: CGFloat) -> CGContext? {
        let width = (size.width * scale).rounded(.up)
        let height = (size.height * scale).rounded(.up)
        guard width >= 1, height >= 1, width <= 32768, height <= 32768, scale.isFinite else { return nil }
        let info: CGImageAlphaInfo = opaque ? .noneSkipFirst : .premultipliedFirst
        guard
            let context = CGContext(
                data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: info.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        else { return nil }
        context.translateBy(x: 0, y: height)
        context.scaleBy(x: scale, y: -scale)
        context.adoptBaseMatrix()  // shadows and patterns are measured in points, y down
        return context
    }
}
