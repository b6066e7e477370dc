import { useCallback, useRef } from 'react'
import { newIdempotencyKey } from './client.ts'

/** Returns the idempotency key of an intent; see `makeIntentKeys`. */
export interface IntentKeys {
  /** The same content returns the same key until it was executed. */
  of: (content: unknown) => string
  /** The intent was executed: the next one gets a new key, even with the same content. */
  done: () => void
}

/**
 * One key per intended act: repeating a request after a lost response executes it once; a corrected form is a new
 * intent.
 */
export function makeIntentKeys(newKey: () => string = newIdempotencyKey): IntentKeys {
  const known = new Map<string, string>()
  return {
    of: (content) => {
      const text = JSON.stringify(content)
      const key = known.get(text) ?? newKey()
      known.set(text, key)
      return key
    },
    done: () => known.clear(),
  }
}

/** The intent keys of a component. */
export function useIntentKeys(): IntentKeys {
  const ref = useRef<IntentKeys | null>(null)
  const keys = useCallback((): IntentKeys => (ref.current ??= makeIntentKeys()), [])
  return { of: (content) => keys().of(content), done: () => keys().done() }
}
