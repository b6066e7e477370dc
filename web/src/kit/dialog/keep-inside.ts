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
 * Limits an offset so that a box with its original position `home` stays within the bounds; for a larger box the upper
 * left corner with title and X stays visible.
 */
export function keepInside(wanted: Point, home: Point, box: Size, bounds: Bounds): Point {
  const bound = (value: number, start: number, length: number, low: number, high: number): number =>
    Math.max(low - start, Math.min(value, high - length - start))
  return {
    x: bound(wanted.x, home.x, box.width, bounds.left, bounds.right),
    y: bound(wanted.y, home.y, box.height, bounds.top, bounds.bottom),
  }
}
