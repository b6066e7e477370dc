import { useCallback, useRef } from 'react'
import { newIdempotencyKey } from '../../api/client.ts'

/** Gives the idempotency key of an intent; see `makeIntentKeys`. */
export interface IntentKeys {
  /** The same content gets the same key, until it was done. */
  of: (content: unknown) => string
  /** The intent was carried out: the next one is another, even with the same content. */
  done: () => void
}

/**
 * One key per intended act: trying the very same again after an answer that never came acts once;
 * a corrected form is another intent.
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

/** The keys of one component's intents. */
export function useIntentKeys(): IntentKeys {
  const ref = useRef<IntentKeys | null>(null)
  const keys = useCallback((): IntentKeys => (ref.current ??= makeIntentKeys()), [])
  return { of: (content) => keys().of(content), done: () => keys().done() }
}
