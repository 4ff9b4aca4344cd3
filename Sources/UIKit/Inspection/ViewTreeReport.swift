import ControlSocket
import CoreGraphics
import Foundation
import QuartzCore

/// The windows with their views and layers, as they are now. Never more of them than fits into a person's head, or into
/// the program's memory: it says where it stopped.
@MainActor
final class ViewTreeReport {
    /// Views and layers that are told at the most.
    static let maximumCount = 20_000
    /// Characters of a text.
    static let maximumText = 200

    private let inspection: ControlRequest.Inspection
    private var count = 0
    private var isCut = false

    init(_ inspection: ControlRequest.Inspection) { self.inspection = inspection }

    var json: JSONValue {
        count = 0
        isCut = false
        // The screens before the count: it is of all of them.
        let main = fields(of: UIScreen.main)
        let others = UIScreen.screens.dropFirst().map { screen in
            JSONValue.object([JSONValue.Field(name: "connector", value: .text(screen.name))] + fields(of: screen))
        }
        let json = JSONValue.object(main).adding("count", .integer(count)).adding("cut", .bool(isCut))
        return others.isEmpty ? json : json.adding("other_screens", .list(others))
    }

    private func fields(of screen: UIScreen) -> [JSONValue.Field] {
        let windows = screen.windows.map { window in
            view(window, depth: inspection.isOnlyWindows ? 0 : inspection.depth)
                .adding("level", .number(Double(window.windowLevel.rawValue)))
                .adding("key", .bool(window.isKeyWindow))
        }
        return [
            JSONValue.Field(name: "screen", value: rect(screen.bounds)),
            JSONValue.Field(name: "scale", value: .number(Double(screen.scale))),
            JSONValue.Field(name: "windows", value: .list(windows)),
        ]
    }

    // MARK: Views

    private func view(_ view: UIView, depth: Int) -> JSONValue {
        count += 1
        var fields: [JSONValue.Field] = []
        func add(_ name: String, _ value: JSONValue) { fields.append(JSONValue.Field(name: name, value: value)) }
        add("class", .text("\(type(of: view))"))
        add("address", .text(address(view)))
        add("frame", rect(view.frame))
        if view.bounds.origin != .zero || view.bounds.size != view.frame.size { add("bounds", rect(view.bounds)) }
        if view.isHidden { add("hidden", .bool(true)) }
        if view.alpha != 1 { add("alpha", number(view.alpha)) }
        if let transform = transform(view.layer) { add("transform", transform) }
        if let colour = view.backgroundColor { add("background", .text(text(of: colour.cgColor))) }
        if !view.isUserInteractionEnabled { add("touchable", .bool(false)) }
        if let text = text(of: view) { add("text", .text(text)) }
        if let accessibility = accessibility(of: view) { add("accessibility", accessibility) }
        if let controller = view.viewController { add("controller", .text("\(type(of: controller))")) }
        if !view.recognizers.isEmpty { add("gestures", .integer(view.recognizers.count)) }
        addLook(of: view.layer, &fields)
        add("subviews", .list(children(of: view, depth: depth)))
        if inspection.hasLayers {
            let layers = ownLayers(of: view.layer, depth: depth)
            if !layers.isEmpty { add("layers", .list(layers)) }
        }
        return .object(fields)
    }

    private func children(of view: UIView, depth: Int) -> [JSONValue] {
        let subviews = view.subviews
        guard !subviews.isEmpty else { return [] }
        if depth <= 0 {
            if !inspection.isOnlyWindows { isCut = true }
            return []
        }
        var children: [JSONValue] = []
        for subview in subviews {
            guard hasRoom else { break }
            children.append(self.view(subview, depth: depth - 1))
        }
        return children
    }

    private var hasRoom: Bool {
        if count < Self.maximumCount { return true }
        isCut = true
        return false
    }

    private func text(of view: UIView) -> String? {
        let text: String? =
            switch view {
            case let label as UILabel: label.text
            case let button as UIButton: button.currentTitle
            default: nil
            }
        return text.map(shortened)
    }

    private func shortened(_ text: String) -> String {
        text.count > Self.maximumText ? "\(text.prefix(Self.maximumText))…" : text
    }

    /// What the view is to whoever does not see it; nil where neither its class nor the application says anything.
    private func accessibility(of view: UIView) -> JSONValue? {
        var fields: [JSONValue.Field] = []
        func add(_ name: String, _ text: String?) {
            if let text { fields.append(JSONValue.Field(name: name, value: .text(shortened(text)))) }
        }
        add("identifier", view.accessibilityIdentifier)
        add("label", view.accessibilityLabel)
        add("value", view.accessibilityValue)
        add("hint", view.accessibilityHint)
        let traits = view.accessibilityTraits.names
        if !traits.isEmpty {
            fields.append(JSONValue.Field(name: "traits", value: .list(traits.map { .text($0) })))
        }
        let isElement = view.isAccessibilityElement
        guard isElement || !fields.isEmpty else { return nil }
        return .object([JSONValue.Field(name: "element", value: .bool(isElement))] + fields)
    }

    // MARK: Layers

    /// Layers that are no view's.
    private func ownLayers(of layer: CALayer, depth: Int) -> [JSONValue] {
        guard depth > 0, let sublayers = layer.sublayers else { return [] }
        var layers: [JSONValue] = []
        for sublayer in sublayers where !(sublayer.delegate is UIView) {
            guard hasRoom else { break }
            layers.append(self.layer(sublayer, depth: depth - 1))
        }
        return layers
    }

    private func layer(_ layer: CALayer, depth: Int) -> JSONValue {
        count += 1
        var fields: [JSONValue.Field] = []
        func add(_ name: String, _ value: JSONValue) { fields.append(JSONValue.Field(name: name, value: value)) }
        add("class", .text("\(type(of: layer))"))
        add("address", .text(address(layer)))
        add("frame", rect(layer.frame))
        if let name = layer.name { add("name", .text(String(name.prefix(Self.maximumText)))) }
        if layer.isHidden { add("hidden", .bool(true)) }
        if layer.opacity != 1 { add("alpha", number(CGFloat(layer.opacity))) }
        if let transform = transform(layer) { add("transform", transform) }
        if let colour = layer.backgroundColor { add("background", .text(text(of: colour))) }
        addLook(of: layer, &fields)
        let layers = ownLayers(of: layer, depth: depth)
        if !layers.isEmpty { add("layers", .list(layers)) }
        return .object(fields)
    }

    /// What views and layers have in common and few have.
    private func addLook(of layer: CALayer, _ fields: inout [JSONValue.Field]) {
        func add(_ name: String, _ value: JSONValue) { fields.append(JSONValue.Field(name: name, value: value)) }
        if layer.masksToBounds { add("clips", .bool(true)) }
        if layer.cornerRadius != 0 { add("corner_radius", number(layer.cornerRadius)) }
        if layer.borderWidth != 0 { add("border", number(layer.borderWidth)) }
        if layer.shadowOpacity != 0 { add("shadow", number(CGFloat(layer.shadowOpacity))) }
        if layer.zPosition != 0 { add("z", number(layer.zPosition)) }
        if layer.mask != nil { add("masked", .bool(true)) }
        if layer.shouldRasterize { add("rasterized", .bool(true)) }
        if let keys = layer.animationKeys(), !keys.isEmpty { add("animations", .list(keys.map { .text($0) })) }
    }

    // MARK: Values

    private func address(_ object: AnyObject) -> String {
        "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
    }

    private func number(_ value: CGFloat) -> JSONValue { .number(rounded(Double(value), 1000)) }

    private func rect(_ rect: CGRect) -> JSONValue {
        .list([number(rect.minX), number(rect.minY), number(rect.width), number(rect.height)])
    }

    /// Six numbers, or the sixteen of one in depth; nil for none.
    private func transform(_ layer: CALayer) -> JSONValue? {
        let transform = layer.transform
        if CATransform3DIsIdentity(transform) { return nil }
        if CATransform3DIsAffine(transform) {
            let flat = CATransform3DGetAffineTransform(transform)
            return .list([flat.a, flat.b, flat.c, flat.d, flat.tx, flat.ty].map(number))
        }
        return .list(
            [
                transform.m11, transform.m12, transform.m13, transform.m14, transform.m21, transform.m22,
                transform.m23, transform.m24, transform.m31, transform.m32, transform.m33, transform.m34,
                transform.m41, transform.m42, transform.m43, transform.m44,
            ].map(number))
    }

    /// "#ff8000", with the alpha behind it where it is not opaque.
    private func text(of colour: CGColor) -> String {
        if colour.pattern != nil { return "pattern" }
        let parts = [colour.rgba.x, colour.rgba.y, colour.rgba.z, colour.rgba.w].map { Int(($0 * 255).rounded()) }
        let digits = (parts[3] == 255 ? parts.dropLast() : parts).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }
        return "#" + digits.joined()
    }
}
