import { useSyncExternalStore } from 'react'

/** A value outside React that components can follow. */
export interface Store<Value> {
  get: () => Value
  set: (next: Value | ((current: Value) => Value)) => void
  subscribe: (listener: () => void) => () => void
}

/** Makes a store; `onChange` runs after each change, for what is kept in a cookie or storage. */
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

/** The store's value; renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get)
}
