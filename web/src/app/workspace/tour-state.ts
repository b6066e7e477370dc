import { createStore } from '../../kit/store.ts'

/** Whether the tour around the shell is on. */
export const tourStore = createStore(false)

/** Begins the tour, the first time or once more. */
export function startTour(): void {
  tourStore.set(true)
}

export function endTour(): void {
  tourStore.set(false)
}
