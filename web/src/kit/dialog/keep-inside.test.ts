import { expect, it } from 'vitest'
import { keepInside } from './keep-inside.ts'

const bounds = { left: 240, top: 84, right: 1366, bottom: 768 }
const home = { x: 400, y: 300 }
const box = { width: 800, height: 200 }

it('lets a dialog move freely inside its area', () => {
  expect(keepInside({ x: 50, y: -20 }, home, box, bounds)).toEqual({ x: 50, y: -20 })
})

it('stops it at all four sides', () => {
  expect(keepInside({ x: -900, y: -900 }, home, box, bounds)).toEqual({ x: -160, y: -216 })
  expect(keepInside({ x: 900, y: 900 }, home, box, bounds)).toEqual({ x: 166, y: 268 })
})

it('keeps the title of one that is too large in sight', () => {
  expect(keepInside({ x: -900, y: 900 }, home, { width: 2000, height: 2000 }, bounds)).toEqual({
    x: -160,
    y: -216,
  })
})
