import { oneYearSeconds, readCookie, writeCookie } from '../state/cookie.ts'
import { createStore, useStore } from '../state/store.ts'
import type { Density } from './tokens.ts'

export type ThemeName = 'light' | 'dark'

const themeCookie = 'theme'
const sizeCookie = 'size'

function initialTheme(): ThemeName {
  if (typeof document === 'undefined') return 'light'
  const kept = readCookie(themeCookie)
  if (kept === 'dark' || kept === 'light') return kept
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function initialDensity(): Density {
  const kept = typeof document === 'undefined' ? null : readCookie(sizeCookie)
  return kept === 'compact' || kept === 'comfortable' ? kept : 'medium'
}

export const themeStore = createStore<ThemeName>(initialTheme(), (theme) => {
  writeCookie(themeCookie, theme, oneYearSeconds)
  showTheme(theme)
})

export const densityStore = createStore<Density>(initialDensity(), (density) =>
  writeCookie(sizeCookie, density, oneYearSeconds),
)

/** Applies the theme to the page's own styles and native controls. */
export function showTheme(theme: ThemeName): void {
  document.documentElement.dataset['theme'] = theme
  document.documentElement.style.colorScheme = theme
}

export function useThemeName(): ThemeName {
  return useStore(themeStore)
}

export function useDensity(): Density {
  return useStore(densityStore)
}
