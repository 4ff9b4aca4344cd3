/// Puts layers whose planes lie at angles to each other in order, and cuts those that pass through others.
///
/// Takes one plane after the other, sorts all that is left into what lies behind it and what lies before it, cutting what
/// lies on both sides, and goes on with the two heaps.
final class DepthSorter {
    private struct Member {
        var node: Int32
        /// Place among layers of equal depth.
        var place: Int32
        var depth: SIMD3<Double>
        /// Depth in the middle.
        var middle: Double
    }

    /// A member, or the part of one that earlier planes left.
    private struct Part {
        var member: Int32
        var firstEdge: Int32
        var edgeCount: Int32
        /// A convex outline, through centres of pixels, around all of the part.
        var firstPoint: Int32
        var pointCount: Int32
        /// Around the outline: left, top, right and bottom.
        var bounds: SIMD4<Double>

        @inline(__always)
        func overlaps(_ other: Part) -> Bool {
            bounds.x <= other.bounds.z && other.bounds.x <= bounds.z && bounds.y <= other.bounds.w
                && other.bounds.y <= bounds.w
        }
    }

    private struct Task {
        var begin: Int32
        var end: Int32
        /// To be drawn as it is.
        var isDone: Bool
    }

    private var members = RecordStore<Member>()
    private var parts = RecordStore<Part>()
    private var behind = RecordStore<Part>()
    private var tasks = RecordStore<Task>()
    private var points = RecordStore<SIMD2<Double>>()
    private var edges = RecordStore<ScreenHalf>()

    deinit {
        members.deallocate()
        parts.deallocate()
        behind.deallocate()
        tasks.deallocate()
        points.deallocate()
        edges.deallocate()
    }

    func removeAll() { members.removeAll() }

    var count: Int { members.count }

    /// The next layer of the list.
    ///
    /// - Parameter middle: a place on the screen that depends on nothing but the layer.
    func append(node: Int32, depth: SIMD3<Double>, middle: SIMD2<Double>) {
        let height = depth.x * middle.x + (depth.y * middle.y + depth.z)
        members.append(
            Member(
                node: node, place: Int32(members.count), depth: depth,
                middle: height.isNaN ? 0 : height))
    }

    /// - Parameter extent: the pixels that a node and all below it may draw.
    func sort(into order: DepthOrder, extent: (Int32) -> ScreenRect) {
        order.pieces.removeAll()
        order.edges.removeAll()
        var listed = UnsafeMutableBufferPointer(start: members.base, count: members.count)
        listed.sort {
            $0.middle != $1.middle ? $0.middle < $1.middle : $0.place < $1.place
        }
        order.isCoarse = !cut(into: order, extent)
        if !order.isCoarse { return }
        order.pieces.removeAll()
        order.edges.removeAll()
        for k in 0..<members.count {
            order.pieces.append(DepthOrder.Piece(node: members.base[k].node, firstEdge: 0, edgeCount: 0))
        }
    }

    /// False if there would be too many parts.
    private func cut(into order: DepthOrder, _ extent: (Int32) -> ScreenRect) -> Bool {
        parts.removeAll()
        tasks.removeAll()
        points.removeAll()
        edges.removeAll()
        for k in 0..<members.count { addWhole(Int32(k), extent(members.base[k].node)) }
        tasks.append(Task(begin: 0, end: Int32(parts.count), isDone: false))
        let mostPieces = 4 * members.count + 64
        let mostParts = 64 * members.count + 4096
        while tasks.count > 0 {
            let task = tasks.base[tasks.count - 1]
            tasks.removeLast()
            guard !task.isDone, let pivot = pivot(of: task) else {
                if order.pieces.count + Int(task.end - task.begin) > mostPieces { return false }
                for k in task.begin..<task.end { emit(parts.base[Int(k)], into: order) }
                continue
            }
            divide(task, by: pivot)
            if parts.count > mostParts { return false }
        }
        return true
    }

    private func addWhole(_ member: Int32, _ extent: ScreenRect) {
        let first = Int32(points.count)
        let low = SIMD2(Double(extent.minX) + 0.5, Double(extent.minY) + 0.5)
        let high = SIMD2(Double(extent.maxX) - 0.5, Double(extent.maxY) - 0.5)
        points.append(low)
        points.append(SIMD2(high.x, low.y))
        points.append(high)
        points.append(SIMD2(low.x, high.y))
        parts.append(
            Part(
                member: member, firstEdge: 0, edgeCount: 0, firstPoint: first, pointCount: 4,
                bounds: SIMD4(lowHalf: low, highHalf: high)))
    }

    private func emit(_ part: Part, into order: DepthOrder) {
        let first = Int32(order.edges.count)
        for k in 0..<part.edgeCount { order.edges.append(edges.base[Int(part.firstEdge + k)]) }
        order.pieces.append(
            DepthOrder.Piece(node: members.base[Int(part.member)].node, firstEdge: first, edgeCount: part.edgeCount))
    }

    /// The sloping part nearest to the middle of the heap. Parts without a slope are in order as they come.
    private func pivot(of task: Task) -> Int32? {
        if task.end - task.begin < 2 { return nil }
        let middle = (task.begin + task.end) / 2
        var best: Int32?
        for k in task.begin..<task.end {
            let depth = members.base[Int(parts.base[Int(k)].member)].depth
            if depth.x == 0, depth.y == 0 { continue }
            if let old = best, abs(old - middle) <= abs(k - middle) { continue }
            best = k
        }
        return best
    }

    /// Three new tasks, the one to be done first on top: what lies behind, the pivot itself, what lies before it.
    private func divide(_ task: Task, by pivot: Int32) {
        behind.removeAll()
        let cutter = parts.base[Int(pivot)]
        let plane = members.base[Int(cutter.member)]
        let begin = Int32(parts.count)
        for k in task.begin..<task.end where k != pivot {
            let part = parts.base[Int(k)]
            let member = members.base[Int(part.member)]
            // At equal depth the later in the list lies before the other.
            let isLater = member.place > plane.place
            let difference = isLater ? member.depth - plane.depth : plane.depth - member.depth
            var half = ScreenHalf(a: difference.x, b: difference.y, c: difference.z)
            var least = Double.infinity
            var most = -Double.infinity
            for point in 0..<part.pointCount {
                let place = points.base[Int(part.firstPoint + point)]
                let value = half.value(place.x, place.y)
                least = min(least, value)
                most = max(most, value)
            }
            if least >= 0 || most < 0 {
                if (least >= 0) == isLater { parts.append(part) } else { behind.append(part) }
                continue
            }
            if !part.overlaps(cutter), let isNear = wholeSide(of: k, in: task, besides: pivot) {
                if isNear { parts.append(part) } else { behind.append(part) }
                continue
            }
            half.isFarSide = !isLater
            let near = cut(part, by: half)
            half.isFarSide = isLater
            let far = cut(part, by: half)
            if near.pointCount > 0 { parts.append(near) }
            if far.pointCount > 0 { behind.append(far) }
        }
        let middle = Int32(parts.count)
        parts.append(parts.base[Int(pivot)])
        for k in 0..<behind.count { parts.append(behind.base[k]) }
        tasks.append(Task(begin: begin, end: middle, isDone: false))
        tasks.append(Task(begin: middle, end: middle + 1, isDone: true))
        tasks.append(Task(begin: middle + 1, end: Int32(parts.count), isDone: false))
    }

    /// A part that a plane would cut, but far from what is in that plane, need not be cut if it may lie on one side as a
    /// whole: on the near side when it covers everything it meets, on the far side when it is covered by all of that.
    private func wholeSide(of number: Int32, in task: Task, besides pivot: Int32) -> Bool? {
        let part = parts.base[Int(number)]
        let member = members.base[Int(part.member)]
        var isNear: Bool?
        for k in task.begin..<task.end where k != number && k != pivot {
            let other = parts.base[Int(k)]
            if !part.overlaps(other) { continue }
            let neighbour = members.base[Int(other.member)]
            let isLater = member.place > neighbour.place
            let difference = isLater ? member.depth - neighbour.depth : neighbour.depth - member.depth
            let low = pointwiseMax(part.bounds.lowHalf, other.bounds.lowHalf)
            let high = pointwiseMin(part.bounds.highHalf, other.bounds.highHalf)
            let (x0, x1) = (difference.x * low.x, difference.x * high.x)
            let (y0, y1) = (difference.y * low.y, difference.y * high.y)
            let least: Double = difference.z + min(x0, x1) + min(y0, y1)
            let most: Double = difference.z + max(x0, x1) + max(y0, y1)
            // A tie goes to the later one.
            guard least >= 0 || most < 0 else { return nil }
            let covers = (least >= 0) == isLater
            if let isNear, isNear != covers { return nil }
            isNear = covers
        }
        return isNear ?? true
    }

    private func cut(_ part: Part, by half: ScreenHalf) -> Part {
        var result = part
        result.firstEdge = Int32(edges.count)
        for k in 0..<part.edgeCount { edges.append(edges.base[Int(part.firstEdge + k)]) }
        edges.append(half)
        result.edgeCount += 1
        result.firstPoint = Int32(points.count)
        let sign = half.isFarSide ? -1.0 : 1
        for k in 0..<part.pointCount {
            let here = points.base[Int(part.firstPoint + k)]
            let next = points.base[Int(part.firstPoint + (k + 1) % part.pointCount)]
            // A hair more than the half, so that no pixel is lost to rounding.
            let h = sign * half.value(here.x, here.y) + 1e-6
            let n = sign * half.value(next.x, next.y) + 1e-6
            if h >= 0 { points.append(here) }
            if (h < 0) != (n < 0) { points.append(here + (next - here) * (h / (h - n))) }
        }
        result.pointCount = Int32(points.count) - result.firstPoint
        if result.pointCount > 0 {
            var low = points.base[Int(result.firstPoint)]
            var high = low
            for k in 1..<max(result.pointCount, 1) {
                low = pointwiseMin(low, points.base[Int(result.firstPoint + k)])
                high = pointwiseMax(high, points.base[Int(result.firstPoint + k)])
            }
            result.bounds = SIMD4(lowHalf: low, highHalf: high)
        }
        return result
    }
}

extension RenderTree {
    /// Sublayers of the node are done: settles which covers which, where that is not simply their list's order.
    func settleDepth(_ index: Int32) {
        let link = links.base + Int(index)
        if nodes.base[Int(index)].traits.contains(.isTransformLayer), index != root {
            // Its sublayers lie in the space of a layer above.
            forgetDepth(index)
            return
        }
        var hasDepth = false
        var child = firstSublayer(of: index)
        while child != NodeLinks.none, !hasDepth {
            let node = nodes.base + Int(child)
            if node.pointee.isVisible {
                hasDepth = node.pointee.projection >= 0 || node.pointee.traits.contains(.isTransformLayer)
            }
            child = links.base[Int(child)].next
        }
        guard hasDepth, nodes.base[Int(index)].isVisible else {
            link.pointee.flags.remove(.hasDepth)
            forgetDepth(index)
            return
        }
        collect(index)
        let old = depthOrders[index]
        let wasCoarse = old?.isCoarse ?? false
        // Backdrops depend on more of the order than what lies over each other: there it is compared.
        let order = backdrops.count > 0 ? DepthOrder() : old ?? DepthOrder()
        let links = links.base
        depthSorter.sort(into: order) { links[Int($0)].subtreeExtent }
        depthOrders[index] = order
        link.pointee.flags.insert(.isDepthOrdered)
        if order.isCoarse != wasCoarse { addDamage(link.pointee.subtreeExtent, around: index) }
        if backdrops.count > 0, !(old?.draws(sameAs: order) ?? false) { backdropChanges.reordered.append(index) }
    }

    private func forgetDepth(_ index: Int32) {
        guard links.base[Int(index)].flags.contains(.isDepthOrdered) else { return }
        links.base[Int(index)].flags.remove(.isDepthOrdered)
        if backdrops.count > 0 { backdropChanges.reordered.append(index) }
        if depthOrders.removeValue(forKey: index)?.isCoarse == true {
            addDamage(links.base[Int(index)].subtreeExtent, around: index)
        }
    }

    /// All layers in the space of `top`: its sublayers, and those of transform layers among them.
    private func collect(_ top: Int32) {
        depthSorter.removeAll()
        let links = links.base
        var index = firstSublayer(of: top)
        if index == NodeLinks.none { return }
        while true {
            let node = nodes.base + Int(index)
            if node.pointee.isVisible, !links[Int(index)].subtreeExtent.isEmpty {
                if node.pointee.traits.contains(.isTransformLayer) {
                    let child = firstSublayer(of: index)
                    if child != NodeLinks.none {
                        index = child
                        continue
                    }
                } else {
                    depthSorter.append(node: index, depth: depth(of: node), middle: middle(of: index))
                }
            }
            while links[Int(index)].next == NodeLinks.none {
                index = links[Int(index)].parent
                if index == top { return }
            }
            index = links[Int(index)].next
        }
    }

    private func middle(of index: Int32) -> SIMD2<Double> {
        let node = nodes.base + Int(index)
        let center = node.pointee.bounds.lowHalf + node.pointee.bounds.highHalf / 2
        let world = rasterPicture(of: index)?.outerWorld ?? node.pointee.world
        let x = world.a * center.x + world.c * center.y + world.tx
        let y = world.b * center.x + world.d * center.y + world.ty
        return SIMD2(x, y)
    }
}
