"""PNG files as rows of RGB bytes, with nothing but zlib: 8 bits a channel, no interlacing."""
import struct
import zlib


class NotReadable(Exception):
    """The file is no PNG, or one of a kind that no screen shot is."""


def write(path, width, height, rgb):
    """rgb: width * height * 3 bytes, top row first."""
    stride = 3 * width
    rows = b"".join(b"\0" + rgb[y * stride:(y + 1) * stride] for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def read(path):
    """(width, height, rgb) of a PNG with 8-bit grey, RGB or RGBA samples; alpha is dropped."""
    with open(path, "rb") as f:
        data = f.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise NotReadable("%s is not a PNG file" % path)
    packed, at, header = b"", 8, None
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    channels = {0: 1, 2: 3, 6: 4}.get(header[3]) if header else None
    if not channels or header[2] != 8 or header[6]:
        raise NotReadable("%s: only 8-bit grey, RGB and RGBA without interlacing are read" % path)
    width, height = header[:2]
    rows = unfiltered(zlib.decompress(packed), width * channels, height, channels)
    if channels == 3:
        return width, height, b"".join(rows)
    rgb = bytearray(width * height * 3)
    joined = b"".join(rows)
    for c in range(3):
        rgb[c::3] = joined[min(c, channels - 1)::channels]
    return width, height, bytes(rgb)


def unfiltered(raw, stride, height, step):
    """Undo the PNG row filters. step: bytes from a sample to the same one of the pixel before."""
    rows, above = [], bytes(stride)
    for y in range(height):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 1:
            for i in range(step, stride):
                row[i] = (row[i] + row[i - step]) & 255
        elif kind == 2:
            for i in range(stride):
                row[i] = (row[i] + above[i]) & 255
        elif kind == 3:
            for i in range(stride):
                left = row[i - step] if i >= step else 0
                row[i] = (row[i] + (left + above[i]) // 2) & 255
        elif kind == 4:
            for i in range(stride):
                left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
                guess = left + above[i] - corner
                a, b, c = abs(guess - left), abs(guess - above[i]), abs(guess - corner)
                row[i] = (row[i] + (left if a <= b and a <= c else above[i] if b <= c else corner)) & 255
        elif kind:
            raise NotReadable("row filter %d does not exist" % kind)
        rows.append(bytes(row))
        above = row
    return rows


def from_ppm(ppm, png):
    """Turn a binary PPM with 8 bits a channel into a PNG."""
    with open(ppm, "rb") as f:
        f.readline()
        width, height = map(int, f.readline().split())
        f.readline()
        write(png, width, height, f.read(3 * width * height))
