import { describe, expect, it } from 'vitest'
import { draftStore, listDrafts, withFreshRowIds } from './entry-draft.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('drafts in the browser', () => {
  const draft = {
    header: { remark: '急' },
    lines: [{ rowId: 'r1', quantity: '5' }],
    savedAt: '2026-11-21T06:00:00Z',
  }

  it('gives back what was written, to the same person on the same page only', () => {
    const storage = memory()
    draftStore('wang', '/receive/arrivalAffirm', storage).write(draft, draft.savedAt)
    expect(draftStore('wang', '/receive/arrivalAffirm', storage).read()).toEqual(draft)
    expect(draftStore('li', '/receive/arrivalAffirm', storage).read()).toBeNull()
    expect(draftStore('wang', '/pickings/picking', storage).read()).toBeNull()
  })

  it('lists what a person left unfinished, the newest first', () => {
    const storage = memory()
    draftStore('wang', '/a arrival', storage).write(draft, draft.savedAt)
    draftStore('wang', '/b receipt', storage).write(draft, '2026-11-21T07:00:00Z')
    draftStore('li', '/a arrival', storage).write(draft, draft.savedAt)
    storage.setItem('draft:wang:/c odd', '{')
    expect(listDrafts('wang', storage)).toEqual([
      { page: '/b receipt', savedAt: '2026-11-21T07:00:00Z', lineCount: 1 },
      { page: '/a arrival', savedAt: '2026-11-21T06:00:00Z', lineCount: 1 },
    ])
  })

  it('forgets what was sent', () => {
    const storage = memory()
    const drafts = draftStore('wang', '/p', storage)
    drafts.write(draft, draft.savedAt)
    drafts.remove()
    expect(drafts.read()).toBeNull()
  })

  it('survives what something else wrote there', () => {
    const storage = memory()
    for (const text of ['no json', '[]', '{"lines":3}', 'null']) {
      storage.setItem('draft:wang:/p', text)
      expect(() => draftStore('wang', '/p', storage).read()).not.toThrow(SyntaxError)
    }
  })

  it('names restored rows anew', () => {
    let count = 0
    expect(withFreshRowIds(draft.lines, () => `n${(count += 1)}`)).toEqual([
      { rowId: 'n1', quantity: '5' },
    ])
  })
})
