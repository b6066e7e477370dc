import { expect, test } from 'vitest'
import { drawingHeight, drawingWidth, isSignature, pointAt } from './strokes.ts'

test('a position on the screen is a point of the drawing, whatever the size of the box', () => {
  const box = { left: 100, top: 50, width: 240, height: 80 }
  expect(pointAt({ clientX: 100, clientY: 50 }, box)).toEqual({ x: 0, y: 0 })
  expect(pointAt({ clientX: 340, clientY: 130 }, box)).toEqual({
    x: drawingWidth,
    y: drawingHeight,
  })
  expect(pointAt({ clientX: 220, clientY: 90 }, box)).toEqual({ x: 480, y: 160 })
})

test('a touch by mistake is no signature, strokes of some length are', () => {
  const at = (x: number, y: number) => ({ x, y })
  expect(isSignature([])).toBe(false)
  expect(isSignature([[at(5, 5)], [at(400, 300)]])).toBe(false)
  expect(isSignature([[at(5, 5), at(10, 5)]])).toBe(false)
  expect(
    isSignature([
      [at(5, 5), at(35, 45)],
      [at(0, 0), at(0, 20)],
    ]),
  ).toBe(true)
})
