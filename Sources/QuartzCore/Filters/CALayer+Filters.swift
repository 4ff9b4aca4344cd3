internal import CoreGraphics
internal import Foundation
internal import Motion
internal import RenderServer

/// Which filters a layer can show, and what of them is committed.
extension CALayer {
    final class func knowsFilter(_ name: String) -> Bool {
        name == "gaussianBlur" || name == "colorSaturate" || LayerBlendMode(filterName: name) != nil
    }

    /// Where filters are used.
    enum FilterPlace: String {
        case filters, backgroundFilters
    }

    final func setFilters(_ list: [Any]?, in place: FilterPlace) {
        guard list != nil || details?.look != nil, canSet(place.rawValue) else { return }
        let action = willChange(place.rawValue, .effectsChanged)
        // The layer's own copies, so that what is committed is what was set.
        let copies = list?.map { ($0 as? CAFilter)?.duplicate() ?? $0 }
        for filter in copies ?? [] where !Self.canShow(filter, in: place) {
            let name = (filter as? CAFilter)?.type ?? "\(type(of: filter))"
            LayerLog.noteOnce("\(place.rawValue) of layers cannot show the filter “\(name)”; it does nothing.")
        }
        if place == .filters {
            made.madeLook.filters = copies
        } else {
            made.madeLook.backgroundFilters = copies
        }
        run(action, place.rawValue)
    }

    private static func canShow(_ filter: Any, in place: FilterPlace) -> Bool {
        guard let filter = filter as? CAFilter else { return false }
        return filter.type == "gaussianBlur" || (filter.type == "colorSaturate" && place == .backgroundFilters)
    }

    final func setCompositingFilter(_ filter: Any?) {
        guard filter != nil || details?.look?.compositingFilter != nil, canSet("compositingFilter") else { return }
        let action = willChange("compositingFilter", .effectsChanged)
        if let filter, LayerBlendMode(filter: filter) == nil {
            let name = (filter as? CAFilter)?.type ?? "\(filter)"
            LayerLog.noteOnce("There is no compositing filter “\(name)”; it does nothing.")
        }
        made.madeLook.compositingFilter = (filter as? CAFilter)?.duplicate() ?? filter
        run(action, "compositingFilter")
    }

    // MARK: Key paths such as `filters.gaussianBlur.inputRadius`

    /// The place, the filter and the name of its property; nil if `path` is none of the kind, or no filter has that name.
    private func filter(at path: String) -> (place: FilterPlace, index: Int, key: String)? {
        let parts = path.split(separator: ".", maxSplits: 2)
        guard parts.count == 3, let place = FilterPlace(rawValue: String(parts[0])) else { return nil }
        let name = String(parts[1])
        let list = filters(in: place)
        guard let index = list?.firstIndex(where: { ($0 as? CAFilter)?.name == name }) else { return nil }
        return (place, index, String(parts[2]))
    }

    private func filters(in place: FilterPlace) -> [Any]? {
        place == .filters ? details?.look?.filters : details?.look?.backgroundFilters
    }

    final func filterValue(forKeyPath path: String) -> Any? {
        guard let found = filter(at: path) else { return nil }
        return (filters(in: found.place)?[found.index] as? CAFilter)?.value(forKey: found.key)
    }

    /// False if `path` leads to no filter of this layer.
    final func setFilterValue(_ value: Any?, forKeyPath path: String) -> Bool {
        guard let found = filter(at: path) else { return false }
        guard canSet(path), let filter = filters(in: found.place)?[found.index] as? CAFilter else { return true }
        let action = willChange(path, .effectsChanged)
        filter.setValue(value, forKey: found.key)
        run(action, path)
        return true
    }
}

extension LayerBlendMode {
    /// What a value of `compositingFilter` stands for: a name, or a filter whose type is one; nil if nothing.
    @MainActor
    init?(filter: Any) {
        guard let name = filter as? String ?? (filter as? CAFilter)?.type else { return nil }
        self.init(filterName: name)
    }
}

extension LayerEffects {
    /// Takes over what `look` says about filters and blending.
    @MainActor
    mutating func takeFilters(of look: LayerLook) {
        if let filter = look.compositingFilter, let mode = LayerBlendMode(filter: filter) { blendMode = mode }
        if let filters = look.filters { blurRadius = Self.blur(of: filters) }
        if let filters = look.backgroundFilters {
            backdropBlurRadius = Self.blur(of: filters)
            for case let filter as CAFilter in filters where filter.isEnabled && filter.type == "colorSaturate" {
                backdropSaturation *= max(Double(filter.inputAmount), 0)
            }
        }
    }

    /// Of several blurs in a row, variances add up.
    @MainActor
    private static func blur(of filters: [Any]) -> Double {
        var variance = 0.0
        var count = 0
        var radius = 0.0
        for case let filter as CAFilter in filters where filter.isEnabled && filter.type == "gaussianBlur" {
            radius = max(Double(filter.inputRadius), 0)
            variance += radius * radius
            count += 1
        }
        return count > 1 ? variance.squareRoot() : radius
    }
}
