import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export interface Store<Value> {
  get: () => Value
  set: (next: Value | ((current: Value) => Value)) => void
  subscribe: (listener: () => void) => () => void
}

/** Creates a store; `onChange` runs after each change, for values kept in a cookie or storage. */
export function createStore<Value>(
  initial: Value,
  onChange?: (value: Value) => void,
): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      const computed =
        typeof next === 'function' ? (next as (current: Value) => Value)(value) : next
      if (Object.is(computed, value)) return
      value = computed
      onChange?.(value)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The store's value; re-renders when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get)
}
