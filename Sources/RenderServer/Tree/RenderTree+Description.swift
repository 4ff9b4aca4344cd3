extension RenderTree {
    /// One layer a line, indented by depth: number, place on screen in pixels, and what is not as usual.
    var description: String {
        guard root != NodeLinks.none, exists(root) else { return "no root\n" }
        var text = ""
        var depth = 0
        var index = root
        while true {
            text += String(repeating: "  ", count: depth) + line(index) + "\n"
            if links.base[Int(index)].firstChild != NodeLinks.none {
                index = links.base[Int(index)].firstChild
                depth += 1
                continue
            }
            while index != root, links.base[Int(index)].next == NodeLinks.none {
                index = links.base[Int(index)].parent
                depth -= 1
            }
            if index == root { return text }
            index = links.base[Int(index)].next
        }
    }

    private func line(_ index: Int32) -> String {
        let node = nodes.base[Int(index)]
        var words = ["#\(index)"]
        if links.base[Int(index)].flags.contains(.isMask) { words.append("mask") }
        guard node.isVisible else { return "#\(index) not visible" }
        words.append("\(node.rect)")
        if node.orientation == .turned { words.append("turned") }
        if node.orientation == .projected { words.append("projected") }
        if node.traits.contains(.isTransition) { words.append("transition \(node.transitionPlace)") }
        if node.traits.contains(.isTransformLayer) { words.append("transform layer") }
        if node.projection >= 0 { words.append("depth \(depth(of: nodes.base + Int(index)))") }
        if node.drawsBackground { words.append("background " + hex(premultiplied(node.backgroundColor))) }
        if node.contents >= 0 {
            let record = contents.base[Int(node.contents)]
            words.append("contents \(record.width)x\(record.height) at \(node.contentsRect)")
        }
        if node.drawsBorder { words.append("border \(node.borderWidth) " + hex(premultiplied(node.borderColor))) }
        if node.hasRoundedCorners { words.append("radius \(node.cornerRadius)") }
        if node.traits.contains(.masksToBounds) { words.append(node.hasShapeClip ? "clips to shape" : "clips") }
        if node.alpha < 255 { words.append((node.isGroup ? "group " : "") + "alpha \(node.alpha)") }
        if node.zPosition != 0 { words.append("z \(node.zPosition)") }
        if node.animated >= 0 { words.append("animated") }
        if node.specialKind != .none { words.append("\(node.specialKind)") }
        if effectsNumber(index) >= 0 { words += effectWords(effects.base[Int(effectsNumber(index))]) }
        if keptPicture(of: index).map({ keptPictures[$0].bitmap != nil }) == true { words.append("picture kept") }
        return words.joined(separator: " ")
    }

    private func effectWords(_ record: EffectsRecord) -> [String] {
        let placed = record.placed
        var words: [String] = []
        if placed.shadowSource != .none {
            words.append("shadow of \(placed.shadowSource) \(hex(placed.shadowColour))")
            words.append("radius \(record.shown.shadowRadius) by (\(placed.shadowX), \(placed.shadowY))")
        }
        if !placed.blur.isIdentity { words.append("blur \(record.shown.blurRadius)") }
        if placed.hasBackdrop {
            words.append("backdrop \(record.shown.backdropBlurRadius) saturation \(placed.backdropSaturation)")
        }
        if placed.blendMode != .normal { words.append("\(placed.blendMode)") }
        return words
    }

    private func hex(_ colour: UInt32) -> String {
        let digits = String(colour, radix: 16)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }
}
