import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrame } from './after-frame.ts'

let frames: (() => void)[] = []
const run = vi.fn<(isPressed: boolean) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  run.mockReset()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', (at: number) => {
    frames[at - 1] = () => undefined
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const drawFrame = (): void => {
  for (const frame of frames.splice(0)) frame()
}

test('it runs once, when the frame is drawn and not in it', () => {
  afterFrame(run)
  drawFrame()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(run.mock.calls).toEqual([[false]])
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('what a person does before the work begun by it has ended does not wait for that end', () => {
  const end = afterFrame(run)
  drawFrame()
  vi.advanceTimersByTime(0)
  window.dispatchEvent(new Event('beforeinput'))
  expect(run.mock.calls).toEqual([[false], [true]])
  end()
  window.dispatchEvent(new Event('keydown'))
  expect(run).toHaveBeenCalledTimes(2)
})

test.each(['pointerdown', 'keydown', 'beforeinput'])(
  'a %s does not wait for the frame',
  (touch) => {
    afterFrame(run)
    window.dispatchEvent(new Event(touch))
    expect(run.mock.calls).toEqual([[true]])
    drawFrame()
    vi.advanceTimersByTime(1000)
    expect(run).toHaveBeenCalledTimes(1)
  },
)

test('a window that draws no frames waits a tenth of a second', () => {
  afterFrame(run)
  vi.advanceTimersByTime(99)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run.mock.calls).toEqual([[false]])
})

test('its end comes before it: nothing runs', () => {
  const end = afterFrame(run)
  end()
  drawFrame()
  window.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(1000)
  expect(run).not.toHaveBeenCalled()
})
