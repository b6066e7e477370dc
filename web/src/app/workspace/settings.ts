import { onPreference, readPreference, writePreference } from '../../kit/preferences/preferences.ts'
import { createStore } from '../../kit/state/store.ts'

/** Minutes without input until the window is locked; 0 for never. */
export const idleChoices = [0, 5, 15, 30, 60] as const

/** The user's settings, except theme, size and language, which are cookies. */
export interface Settings {
  /** Tabs are restored after a reload (shell.md section 2). */
  keepsTabs: boolean
  /** Shows account and time as a watermark; the installation may show it to everybody. */
  hasWatermark: boolean
  hasFooter: boolean
  idleMinutes: (typeof idleChoices)[number]
  /** Whether the first tour was taken or declined. */
  hasSeenTour: boolean
}

export const defaultSettings: Settings = {
  keepsTabs: true,
  hasWatermark: false,
  hasFooter: true,
  idleMinutes: 30,
  hasSeenTour: false,
}

const key = 'settings'

export const settingsStore = createStore<Settings>(defaultSettings)

/** Follows the stored settings, including changes in other windows; called at sign-in, once it is open. */
export function followSettings(): () => void {
  const take = (): void => settingsStore.set(settingsOf(readPreference(key)))
  take()
  return onPreference(key, take)
}

export function changeSettings(part: Partial<Settings>): void {
  writePreference(key, { ...settingsStore.get(), ...part })
}

/** Settings from the stored value; missing or invalid entries get the default. */
export function settingsOf(kept: unknown): Settings {
  if (typeof kept !== 'object' || kept === null) return defaultSettings
  const { keepsTabs, hasWatermark, hasFooter, idleMinutes, hasSeenTour } = kept as Partial<
    Record<keyof Settings, unknown>
  >
  const flag = (value: unknown, usual: boolean): boolean =>
    typeof value === 'boolean' ? value : usual
  return {
    keepsTabs: flag(keepsTabs, defaultSettings.keepsTabs),
    hasWatermark: flag(hasWatermark, defaultSettings.hasWatermark),
    hasFooter: flag(hasFooter, defaultSettings.hasFooter),
    hasSeenTour: flag(hasSeenTour, defaultSettings.hasSeenTour),
    idleMinutes:
      idleChoices.find((choice) => choice === idleMinutes) ?? defaultSettings.idleMinutes,
  }
}
