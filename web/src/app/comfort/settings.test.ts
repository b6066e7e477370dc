import { expect, it } from 'vitest'
import { defaultSettings, readSettings } from './settings.ts'

it('takes what was kept', () => {
  const kept = { ...defaultSettings, keepsTabs: false, idleMinutes: 5 as const }
  expect(readSettings(JSON.stringify(kept))).toEqual(kept)
})

it('falls back to the usual for whatever is missing, odd or garbled', () => {
  expect(readSettings(null)).toEqual(defaultSettings)
  expect(readSettings('{')).toEqual(defaultSettings)
  expect(readSettings('[]')).toEqual(defaultSettings)
  expect(readSettings('{"idleMinutes":-1,"hasFooter":"no","keepsTabs":false}')).toEqual({
    ...defaultSettings,
    keepsTabs: false,
  })
})
