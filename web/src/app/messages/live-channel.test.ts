import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveIdentity } from '@kufang/contract/messages/live-message.ts'
import { liveAddress, openLiveChannel } from './live-channel.ts'

/** A fake socket whose network the test controls. */
class Line extends EventTarget {
  sent: string[] = []
  isClosed = false
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.isClosed = true
  }
  open(): void {
    this.dispatchEvent(new Event('open'))
  }
  push(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

let lines: Line[]
let identity: LiveIdentity | null
const seen = { pushes: [] as unknown[], states: [] as boolean[], ended: 0 }
let channel: { close: () => void }

const start = (): void => {
  channel = openLiveChannel({
    identity: () => identity,
    onPush: (push) => seen.pushes.push(push),
    onChange: (isOpen) => seen.states.push(isOpen),
    onSessionEnded: () => {
      seen.ended += 1
    },
    connect: () => {
      const line = new Line()
      lines.push(line)
      return line as unknown as WebSocket
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
  )
  lines = []
  identity = { userId: 'u1', userName: '张三', language: 'zh' }
  Object.assign(seen, { pushes: [], states: [], ended: 0 })
})

afterEach(() => {
  channel.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the live channel', () => {
  it('connects only once the user is known, asked every 2 s', () => {
    const known = identity
    identity = null
    start()
    vi.advanceTimersByTime(3999)
    expect(lines).toHaveLength(0)
    identity = known
    vi.advanceTimersByTime(1)
    expect(lines).toHaveLength(1)
  })

  it('says who it is on opening and every 5 s', () => {
    start()
    const [line] = lines
    line!.open()
    for (let beat = 0; beat < 3; beat++) {
      line!.push('heartbeat')
      vi.advanceTimersByTime(5000)
    }
    expect(line!.sent).toHaveLength(4)
    expect(JSON.parse(line!.sent[0]!)).toEqual({ userId: 'u1', userName: '张三', language: 'zh' })
    expect(seen.states).toEqual([true])
  })

  it('takes 5 s of silence for a broken line and comes back', () => {
    start()
    lines[0]!.open()
    lines[0]!.push('heartbeat')
    // Next heartbeat after 5 s, closed 5 s later, reconnected within a second.
    vi.advanceTimersByTime(9999)
    expect(lines[0]!.isClosed).toBe(false)
    vi.advanceTimersByTime(1)
    expect([lines[0]!.isClosed, seen.states]).toEqual([true, [true, false]])
    vi.advanceTimersByTime(1000)
    expect(lines).toHaveLength(2)
  })

  it('repeats once what the server did not answer, and gives up 5 s after that', () => {
    start()
    lines[0]!.open()
    vi.advanceTimersByTime(5000)
    expect([lines[0]!.sent.length, lines[0]!.isClosed]).toEqual([2, false])
    vi.advanceTimersByTime(4999)
    expect(lines[0]!.isClosed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(lines[0]!.isClosed).toBe(true)
  })

  it('waits longer and longer while the server is away, and hurries when the network is back', () => {
    start()
    const gaps: number[] = []
    for (let failure = 0; failure < 8; failure++) {
      lines.at(-1)!.end(1006)
      const before = lines.length
      let waited = 0
      while (lines.length === before) {
        vi.advanceTimersByTime(100)
        waited += 100
      }
      gaps.push(waited)
    }
    expect(gaps[0]).toBeLessThanOrEqual(1000)
    expect(gaps[5]).toBeGreaterThan(10_000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_000)
    lines.at(-1)!.end(1006)
    const before = lines.length
    window.dispatchEvent(new Event('online'))
    expect(lines).toHaveLength(before + 1)
  })

  it('gives on what is pushed, and ends with the session', () => {
    start()
    lines[0]!.open()
    lines[0]!.push('unreadChanged')
    expect(seen.pushes).toEqual([{ kind: 'unread' }])
    lines[0]!.end(4401)
    vi.advanceTimersByTime(120_000)
    expect([seen.ended, lines.length]).toEqual([1, 1])
  })
})

it('is reached beside the page', () => {
  expect(liveAddress('http://host:8080/#/index?a=b')).toBe('ws://host:8080/websocket')
  expect(liveAddress('https://host/kufang/index.html#/x')).toBe('wss://host/kufang/websocket')
})
