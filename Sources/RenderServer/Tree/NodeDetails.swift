/// What most layers leave as it is: presentation values as in `LayerState`, and numbers of records that most do not have.
///
/// Nodes that leave all of it share one record, so that reading asks no question and a plain layer takes no memory; a node
/// gets its own when something in it first changes, and keeps it as long as it lives.
struct NodeDetails {
    var borderColor = SIMD4<Float>(0, 0, 0, 1)
    var anchorPoint = SIMD2<Double>(0.5, 0.5)
    var zPosition = 0.0
    var cornerRadius = 0.0
    var borderWidth = 0.0
    var contentsScale = 1.0
    /// The contents' place on screen: edges rounded to whole pixels, or the pixels around it. Derived by the geometry pass.
    var contentsRect = ScreenRect.empty
    /// Number of the record in `RenderTree.contents`; -1 for none.
    var contents: Int32 = -1
    /// Number of the record in `RenderTree.animatedLayers`; -1 for none.
    var animated: Int32 = -1
    /// Number of the record in `RenderTree.projections`, of a layer that does not simply lie flat in its superlayer; -1 for
    /// others. Derived by the geometry pass.
    var projection: Int32 = -1
    var gravity = ContentsGravity.resize
    var maskedCorners = LayerCorners.all
    var smoothedEdges = LayerEdges.all

    /// Never written.
    static nonisolated(unsafe) let plain: UnsafeMutablePointer<NodeDetails> = {
        let record = UnsafeMutablePointer<NodeDetails>.allocate(capacity: 1)
        record.initialize(to: NodeDetails())
        return record
    }()
}

/// The details, read and set through the node. Setting a value that is there already leaves a plain node plain.
extension RenderNode {
    var borderColor: SIMD4<Float> {
        @inline(__always) get { details.pointee.borderColor }
        @inline(__always) set {
            if newValue != details.pointee.borderColor { ownDetails().pointee.borderColor = newValue }
        }
    }
    var anchorPoint: SIMD2<Double> {
        @inline(__always) get { details.pointee.anchorPoint }
        @inline(__always) set {
            if newValue != details.pointee.anchorPoint { ownDetails().pointee.anchorPoint = newValue }
        }
    }
    var zPosition: Double {
        @inline(__always) get { details.pointee.zPosition }
        @inline(__always) set { if newValue != details.pointee.zPosition { ownDetails().pointee.zPosition = newValue } }
    }
    var cornerRadius: Double {
        @inline(__always) get { details.pointee.cornerRadius }
        @inline(__always) set {
            if newValue != details.pointee.cornerRadius { ownDetails().pointee.cornerRadius = newValue }
        }
    }
    var borderWidth: Double {
        @inline(__always) get { details.pointee.borderWidth }
        @inline(__always) set {
            if newValue != details.pointee.borderWidth { ownDetails().pointee.borderWidth = newValue }
        }
    }
    var contentsScale: Double {
        @inline(__always) get { details.pointee.contentsScale }
        @inline(__always) set {
            if newValue != details.pointee.contentsScale { ownDetails().pointee.contentsScale = newValue }
        }
    }
    var contentsRect: ScreenRect {
        @inline(__always) get { details.pointee.contentsRect }
        @inline(__always) set {
            if newValue != details.pointee.contentsRect { ownDetails().pointee.contentsRect = newValue }
        }
    }
    var contents: Int32 {
        @inline(__always) get { details.pointee.contents }
        @inline(__always) set { if newValue != details.pointee.contents { ownDetails().pointee.contents = newValue } }
    }
    var animated: Int32 {
        @inline(__always) get { details.pointee.animated }
        @inline(__always) set { if newValue != details.pointee.animated { ownDetails().pointee.animated = newValue } }
    }
    var projection: Int32 {
        @inline(__always) get { details.pointee.projection }
        @inline(__always) set {
            if newValue != details.pointee.projection { ownDetails().pointee.projection = newValue }
        }
    }
    var gravity: ContentsGravity {
        @inline(__always) get { details.pointee.gravity }
        @inline(__always) set { if newValue != details.pointee.gravity { ownDetails().pointee.gravity = newValue } }
    }
    var maskedCorners: LayerCorners {
        @inline(__always) get { details.pointee.maskedCorners }
        @inline(__always) set {
            if newValue != details.pointee.maskedCorners { ownDetails().pointee.maskedCorners = newValue }
        }
    }
    var smoothedEdges: LayerEdges {
        @inline(__always) get { details.pointee.smoothedEdges }
        @inline(__always) set {
            if newValue != details.pointee.smoothedEdges { ownDetails().pointee.smoothedEdges = newValue }
        }
    }
}
