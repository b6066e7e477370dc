interface Point {
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

/**
 * The wanted offset, bounded so that a box whose own place is `home` stays inside the window; one
 * that is larger than the window keeps its upper left corner in sight.
 */
export function keepInside(wanted: Point, home: Point, box: Size, window: Size): Point {
  const bound = (value: number, start: number, length: number, room: number): number =>
    Math.max(-start, Math.min(value, Math.max(-start, room - length - start)))
  return {
    x: bound(wanted.x, home.x, box.width, window.width),
    y: bound(wanted.y, home.y, box.height, window.height),
  }
}
