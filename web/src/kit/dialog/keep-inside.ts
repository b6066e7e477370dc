interface Point {
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * The wanted offset, bounded so that a box whose own place is `home` stays inside the bounds; one
 * that is larger keeps its upper left corner in sight, where title and X are.
 */
export function keepInside(wanted: Point, home: Point, box: Size, bounds: Bounds): Point {
  const bound = (value: number, start: number, length: number, low: number, high: number): number =>
    Math.max(low - start, Math.min(value, high - length - start))
  return {
    x: bound(wanted.x, home.x, box.width, bounds.left, bounds.right),
    y: bound(wanted.y, home.y, box.height, bounds.top, bounds.bottom),
  }
}
