/** A point of a stroke, in units of the drawing. */
export interface Point {
  x: number
  y: number
}

/** The size of the drawing, whatever the size of the box on the screen: sharp on paper at 60 mm. */
export const drawingWidth = 960
export const drawingHeight = 320

/** A position on the screen as a point of the drawing. */
export function pointAt(
  position: { clientX: number; clientY: number },
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
): Point {
  return {
    x: ((position.clientX - box.left) * drawingWidth) / box.width,
    y: ((position.clientY - box.top) * drawingHeight) / box.height,
  }
}

/** Shorter than this is a touch by mistake, and no signature. */
const lengthMin = 60

/** Whether the strokes are long enough to be a signature. */
export function isSignature(strokes: readonly (readonly Point[])[]): boolean {
  const length = strokes
    .flatMap((stroke) =>
      stroke
        .slice(1)
        .map((point, at) => Math.hypot(point.x - stroke[at]!.x, point.y - stroke[at]!.y)),
    )
    .reduce((sum, part) => sum + part, 0)
  return length >= lengthMin
}
