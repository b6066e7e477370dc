import { describe, expect, it } from 'vitest'
import { CursorWalker } from './cursor-datasource.ts'
import type { Block, BlockRequest } from './cursor-datasource.ts'

/** A server with `total` numbered rows whose cursor is the number as text. */
function server(total: number) {
  const asked: (string | null)[] = []
  const load = ({ cursor, size }: BlockRequest): Promise<Block<number>> => {
    asked.push(cursor)
    const start = Number(cursor ?? 0)
    const rows = Array.from({ length: Math.min(size, total - start) }, (_, index) => start + index)
    const end = start + rows.length
    return Promise.resolve({ rows, nextCursor: end < total ? String(end) : null, total })
  }
  return { asked, load }
}
const walker = (load: (request: BlockRequest) => Promise<Block<number>>, size = 10) => {
  const totals: number[] = []
  return {
    totals,
    walk: new CursorWalker({ load, size, sort: [], onTotal: (total) => totals.push(total) }),
  }
}

describe('rows by number over a server that pages by cursor', () => {
  it('reads block after block and knows the end at the last one', async () => {
    const { asked, load } = server(25)
    const { walk, totals } = walker(load)
    expect(await walk.read(0)).toEqual({ rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], lastRow: undefined })
    expect((await walk.read(10)).rows[0]).toBe(10)
    expect(await walk.read(20)).toEqual({ rows: [20, 21, 22, 23, 24], lastRow: 25 })
    expect(asked).toEqual([null, '10', '20'])
    expect(totals).toEqual([25, 25, 25])
  })

  it('requests the first block once if it was begun before the table asked for it', async () => {
    const { asked, load } = server(25)
    const { walk } = walker(load)
    walk.begin()
    await Promise.resolve()
    expect(asked).toEqual([null])
    expect((await walk.read(0)).rows[0]).toBe(0)
    expect((await walk.read(10)).rows[0]).toBe(10)
    expect(asked).toEqual([null, '10'])
    await walk.read(0)
    expect(asked).toEqual([null, '10', null])
  })

  it('tells the table of a failure of the block begun before, and reads it anew afterwards', async () => {
    const { load } = server(20)
    let isDown = true
    const { walk } = walker((request) =>
      isDown ? Promise.reject(new Error('down')) : load(request),
    )
    walk.begin()
    await expect(walk.read(0)).rejects.toThrow('down')
    isDown = false
    expect((await walk.read(0)).rows).toHaveLength(10)
  })

  it('walks forward from the nearest known block when a far row is asked for', async () => {
    const { asked, load } = server(100)
    const { walk } = walker(load)
    expect((await walk.read(30)).rows[0]).toBe(30)
    expect(asked).toEqual([null, '10', '20', '30'])
    await walk.read(20)
    expect(asked.at(-1)).toBe('20')
    expect(asked).toHaveLength(5)
  })

  it('answers requests that come at once in order, each block once', async () => {
    const { asked, load } = server(30)
    const { walk } = walker(load)
    const [first, third] = await Promise.all([walk.read(0), walk.read(20)])
    expect([first.rows[0], third.rows[0]]).toEqual([0, 20])
    expect(asked).toEqual([null, '10', '20'])
  })

  it('gives nothing beyond the end, also when the list has shrunk', async () => {
    const { walk } = walker(server(12).load)
    expect(await walk.read(40)).toEqual({ rows: [], lastRow: 12 })
    expect(await walk.read(20)).toEqual({ rows: [], lastRow: 12 })
  })

  it('says an empty list ends at 0', async () => {
    expect(await walker(server(0).load).walk.read(0)).toEqual({ rows: [], lastRow: 0 })
  })

  it('goes on after a failed block', async () => {
    const { load } = server(20)
    let isDown = true
    const { walk } = walker((request) =>
      isDown ? Promise.reject(new Error('down')) : load(request),
    )
    await expect(walk.read(0)).rejects.toThrow('down')
    isDown = false
    expect((await walk.read(0)).rows).toHaveLength(10)
  })

  it('aborts what is under way when it is stopped', async () => {
    const { walk } = walker(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    )
    const reading = walk.read(0)
    await Promise.resolve()
    walk.stop()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})
