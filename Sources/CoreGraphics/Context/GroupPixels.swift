internal import CCairo
import Foundation
import Raster

/// The memory of a cairo picture and where it lies on the context's bitmap, pixels.
struct GroupPixels {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let data: UnsafeMutablePointer<UInt8>
    let stride: Int
    let format: cairo_format_t

    var bottom: Int { y + height }
    /// Pixels of the context.
    var bounds: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

    /// The pixels of `part`, which lies inside `bounds`.
    func surface(of part: PixelRect) -> PixelSurface {
        let bytes = format == CAIRO_FORMAT_A8 ? 1 : 4
        return PixelSurface(
            pixels: data + (part.minY - y) * stride + (part.minX - x) * bytes, bytesPerRow: stride, width: part.width,
            height: part.height, format: bytes == 1 ? .a8 : format == CAIRO_FORMAT_RGB24 ? .xrgb8888 : .argb8888)
    }

    init?(pattern: OpaquePointer?) {
        var surface: OpaquePointer?
        guard let pattern, cairo_pattern_get_surface(pattern, &surface) == CAIRO_STATUS_SUCCESS, let surface else {
            return nil
        }
        self.init(surface: surface)
    }

    init?(surface: OpaquePointer) {
        cairo_surface_flush(surface)
        guard cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE,
            let data = cairo_image_surface_get_data(surface)
        else { return nil }
        var offsetX = 0.0
        var offsetY = 0.0
        cairo_surface_get_device_offset(surface, &offsetX, &offsetY)
        x = Int(-offsetX)
        y = Int(-offsetY)
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        stride = Int(cairo_image_surface_get_stride(surface))
        format = cairo_image_surface_get_format(surface)
        self.data = data
    }

    func value(_ x: Int, _ y: Int) -> UInt32 {
        let row = UnsafeRawPointer(data + (y - self.y) * stride)
        let column = x - self.x
        if format == CAIRO_FORMAT_A8 { return UInt32(row.load(fromByteOffset: column, as: UInt8.self)) << 24 }
        let word = row.load(fromByteOffset: column * 4, as: UInt32.self)
        return format == CAIRO_FORMAT_RGB24 ? word | 0xFF00_0000 : word
    }

    func store(_ word: UInt32, _ x: Int, _ y: Int) {
        let row = UnsafeMutableRawPointer(data + (y - self.y) * stride)
        let column = x - self.x
        if format == CAIRO_FORMAT_A8 {
            row.storeBytes(of: UInt8(word >> 24), toByteOffset: column, as: UInt8.self)
        } else {
            row.storeBytes(of: word, toByteOffset: column * 4, as: UInt32.self)
        }
    }
}
