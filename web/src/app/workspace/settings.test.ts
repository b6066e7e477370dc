import { expect, it } from 'vitest'
import { defaultSettings, settingsOf } from './settings.ts'

it('takes what was kept', () => {
  const kept = { ...defaultSettings, keepsTabs: false, idleMinutes: 5 as const }
  expect(settingsOf(kept)).toEqual(kept)
})

it('falls back to the usual for whatever is missing or odd', () => {
  expect(settingsOf(null)).toEqual(defaultSettings)
  expect(settingsOf([])).toEqual(defaultSettings)
  expect(settingsOf({ idleMinutes: -1, hasFooter: 'no', keepsTabs: false })).toEqual({
    ...defaultSettings,
    keepsTabs: false,
  })
})
