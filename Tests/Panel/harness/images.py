"""Pictures as (width, height, rgb): compared and turned, with nothing but the standard library."""


class Different(Exception):
    """Why two pictures differ; `picture` marks where, if they have one size."""

    def __init__(self, text, picture=None):
        super().__init__(text)
        self.picture = picture


def compare(actual, expected, tolerance=0):
    """Raise Different when any channel of any pixel differs by more than tolerance."""
    if actual[:2] != expected[:2]:
        raise Different("%dx%d instead of %dx%d pixels" % (actual[:2] + expected[:2]))
    if actual[2] == expected[2]:
        return
    width, height = actual[:2]
    marked = bytearray(b // 3 + 170 for b in expected[2])
    count, most, box = 0, 0, [width, height, -1, -1]
    row = 3 * width
    for y in range(height):
        a, e = actual[2][y * row:(y + 1) * row], expected[2][y * row:(y + 1) * row]
        if a == e:
            continue
        for x in range(width):
            d = max(abs(a[3 * x + c] - e[3 * x + c]) for c in range(3))
            if d > tolerance:
                count, most = count + 1, max(most, d)
                box = [min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)]
                marked[y * row + 3 * x:y * row + 3 * x + 3] = b"\xff\0\0"
    if count:
        raise Different("%d of %d pixels differ by more than %d (most: %d), between (%d, %d) and (%d, %d)" % (
            count, width * height, tolerance, most, *box), (width, height, bytes(marked)))


def with_square(picture, left, top, size, colour):
    """The picture with a square of one colour painted over it; what is already red or blue in it stays on top."""
    width, height, rgb = picture
    pixels = bytearray(rgb)
    for y in range(max(top, 0), min(top + size, height)):
        for x in range(max(left, 0), min(left + size, width)):
            at = 3 * (y * width + x)
            if pixels[at:at + 3] == b"\xff\xff\xff":
                pixels[at:at + 3] = bytes(colour)
    return width, height, bytes(pixels)


def turned(picture, degrees):
    """The picture turned clockwise by 0, 90, 180 or 270 degrees."""
    width, height, rgb = picture
    pixels = [rgb[i:i + 3] for i in range(0, len(rgb), 3)]
    if degrees == 180:
        return width, height, b"".join(reversed(pixels))
    if degrees == 90:
        return height, width, b"".join(b"".join(pixels[x::width][::-1]) for x in range(width))
    if degrees == 270:
        return height, width, b"".join(b"".join(pixels[x::width]) for x in reversed(range(width)))
    return picture


RED, GREEN, WHITE = (255, 0, 0), (0, 255, 0), (255, 255, 255)


def at(picture, *places):
    """The colours of these pixels."""
    width, _, rgb = picture
    return [tuple(rgb[(y * width + x) * 3:(y * width + x) * 3 + 3]) for x, y in places]


def colours(picture):
    """How many different colours there are."""
    rgb = picture[2]
    return len({rgb[i:i + 3] for i in range(0, len(rgb), 3)})
