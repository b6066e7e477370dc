import { describe, expect, it } from 'vitest'
import { PreferenceBook } from './preference-book.ts'
import type { LocalCopy } from './preference-book.ts'

function memory(): LocalCopy & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    keys: () => [...texts.keys()],
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
  }
}

function open(copy: LocalCopy, at = '2026-11-01T08:00:00.000Z', owner = 'keeper') {
  let asked = 0
  const book = new PreferenceBook({
    owner,
    copy,
    now: () => new Date(at),
    onWaiting: () => {
      asked += 1
    },
  })
  return { book, asked: () => asked }
}

describe('preferences in the browser', () => {
  it('are at hand at once, wait for the server, and survive a reload', () => {
    const copy = memory()
    const { book, asked } = open(copy)
    expect([book.isEmpty, book.read('favourites')]).toEqual([true, null])
    book.write('favourites', ['/a'])
    expect(asked()).toBe(1)
    const again = open(copy).book
    expect(again.read('favourites')).toEqual(['/a'])
    expect(again.waiting()).toEqual([
      { key: 'favourites', value: ['/a'], changedAt: '2026-11-01T08:00:00.000Z' },
    ])
    expect(open(copy, undefined, 'colleague').book.isEmpty).toBe(true)
  })

  it('are sent once, and again when they changed while being sent', () => {
    const { book } = open(memory())
    book.write('recents', ['/a'])
    const sent = book.waiting()
    book.write('recents', ['/b', '/a'])
    book.take(sent)
    expect(book.waiting().map(({ value }) => value)).toEqual([['/b', '/a']])
    book.take(book.waiting())
    expect(book.waiting()).toEqual([])
    expect(book.read('recents')).toEqual(['/b', '/a'])
  })

  it('are the later change of two devices', () => {
    const { book } = open(memory(), '2026-11-01T08:00:00.000Z')
    book.write('a', 'here')
    book.take([
      { key: 'a', value: 'older elsewhere', changedAt: '2026-11-01T07:00:00.000Z' },
      { key: 'b', value: 'elsewhere', changedAt: '2026-11-01T07:00:00.000Z' },
    ])
    expect([book.read('a'), book.read('b'), book.waiting().length]).toEqual([
      'here',
      'elsewhere',
      1,
    ])
    book.take([{ key: 'a', value: 'later elsewhere', changedAt: '2026-11-01T09:00:00.000Z' }])
    expect([book.read('a'), book.waiting().length]).toEqual(['later elsewhere', 0])
  })

  it('tell their listeners of a change, and not of the same value said again', () => {
    const { book } = open(memory())
    let told = 0
    const end = book.subscribe('columns:x', () => {
      told += 1
    })
    const layout = { columns: ['a'] }
    book.write('columns:x', layout)
    book.write('columns:x', { columns: ['a'] })
    book.take([
      { key: 'columns:x', value: { columns: ['a'] }, changedAt: '2026-11-02T00:00:00.000Z' },
    ])
    expect([told, book.read('columns:x')]).toEqual([1, layout])
    expect(book.read('columns:x')).toBe(layout)
    end()
    book.write('columns:x', null)
    expect([told, book.read('columns:x')]).toEqual([1, null])
  })

  it('take what another window of the browser wrote', () => {
    const copy = memory()
    const here = open(copy, '2026-11-01T08:00:00.000Z').book
    const there = open(copy, '2026-11-01T08:00:01.000Z').book
    there.write('favourites', ['/b'])
    here.takeFromCopy('preference:keeper:favourites')
    here.takeFromCopy('something:else')
    expect(here.read('favourites')).toEqual(['/b'])
  })

  it('live on without room in the storage, and with rubbish in it', () => {
    const copy = memory()
    copy.set('preference:keeper:columns:x', '{broken')
    const { book } = open({
      ...copy,
      set: () => {
        throw new Error('QuotaExceededError')
      },
    })
    book.write('a', 1)
    expect([book.read('a'), book.read('columns:x')]).toEqual([1, null])
  })

  it('are not sent again once the server refused them', () => {
    const { book } = open(memory())
    book.write('views:x', 'too large')
    book.giveUp(book.waiting())
    expect([book.waiting(), book.read('views:x')]).toEqual([[], 'too large'])
  })
})
