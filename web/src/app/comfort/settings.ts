import { createStore } from '../../kit/store.ts'

/** Minutes without a key or the pointer until the window is locked; 0 for never. */
export const idleChoices = [0, 5, 15, 30, 60] as const

/** What a person set for themselves, apart from theme, size and language, which are cookies. */
export interface Settings {
  /** Tabs come back after a reload (shell.md section 2). */
  keepsTabs: boolean
  /** Account and time lie faintly over the pages. */
  hasWatermark: boolean
  hasFooter: boolean
  idleMinutes: (typeof idleChoices)[number]
  /** Whether the first tour was taken or declined. */
  hasSeenTour: boolean
}

export const defaultSettings: Settings = {
  keepsTabs: true,
  hasWatermark: true,
  hasFooter: true,
  idleMinutes: 30,
  hasSeenTour: false,
}

let owner: string | null = null
const keyOf = (account: string): string => `settings:${account}`

export const settingsStore = createStore<Settings>(defaultSettings, (settings) => {
  if (owner !== null) localStorage.setItem(keyOf(owner), JSON.stringify(settings))
})

/** Takes up what the person set; called at sign-in. */
export function takeSettingsOf(account: string): void {
  owner = null
  settingsStore.set(readSettings(localStorage.getItem(keyOf(account))))
  owner = account
}

export function changeSettings(part: Partial<Settings>): void {
  settingsStore.set((settings) => ({ ...settings, ...part }))
}

/** Settings from what was kept; whatever is missing or odd is as it is for everybody. */
export function readSettings(text: string | null): Settings {
  let kept: unknown = null
  try {
    kept = text === null ? null : JSON.parse(text)
  } catch {
    // Not written by us; the person starts with the usual settings.
  }
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
