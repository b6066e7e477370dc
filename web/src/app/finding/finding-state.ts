import { createStore } from '../../kit/state/store.ts'

/** Whether the palette is open; Ctrl+K and the button in the top bar open it. */
export const paletteStore = createStore(false)

export function openPalette(): void {
  paletteStore.set(true)
}

/** Toggles the palette on Ctrl+K, also while a field has focus. Call it while the user is signed in. */
export function watchPaletteKey(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!isOurs || event.code !== 'KeyK' || event.repeat) return
    // Prevents the browser's own search bar.
    event.preventDefault()
    paletteStore.set((isOpen) => !isOpen)
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
}
