import { expect, it } from 'vitest'
import { shortcuts, wishOf } from './shortcuts.ts'

const press = (part: Partial<Parameters<typeof wishOf>[0]>, isTyping = false) =>
  wishOf({ key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, ...part }, isTyping)

it('lists the keys and searches, but not while somebody types', () => {
  expect(press({ key: '?' })).toEqual({ kind: 'list' })
  expect(press({ key: '/' })).toEqual({ kind: 'search' })
  expect(press({ key: '?' }, true)).toBeNull()
  expect(press({ key: '/' }, true)).toBeNull()
})

it('submits, saves and makes new also while somebody types', () => {
  expect(press({ key: 'Enter', ctrlKey: true }, true)).toEqual({
    kind: 'press',
    keys: 'Control+Enter',
  })
  expect(press({ code: 'KeyS', key: 's', metaKey: true }, true)).toEqual({
    kind: 'press',
    keys: 'Control+S',
  })
  expect(press({ code: 'KeyN', key: '˜', altKey: true }, true)).toEqual({
    kind: 'press',
    keys: 'Alt+N',
  })
})

it('leaves the keys of browser and others alone', () => {
  expect(press({ code: 'KeyN', key: 'n', ctrlKey: true })).toBeNull()
  expect(press({ code: 'KeyS', key: 's', ctrlKey: true, altKey: true })).toBeNull()
  expect(press({ code: 'KeyA', key: 'a' })).toBeNull()
})

it('tells every key in both languages', () => {
  for (const { text } of shortcuts) {
    expect(text.zh).toMatch(/\p{Script=Han}/u)
    expect(text.en).toMatch(/^[A-Z]/)
  }
})
