import { createStore } from '../../kit/state/store.ts'

/** Whether the tour is running. */
export const tourStore = createStore(false)

/** Starts the tour. */
export function startTour(): void {
  tourStore.set(true)
}

export function endTour(): void {
  tourStore.set(false)
}
