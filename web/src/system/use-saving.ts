import { useState } from 'react'

/** The state of a dialog that sends something: whether it is under way, and what went wrong. */
export function useSaving(): {
  isBusy: boolean
  error: unknown
  attempt: (work: () => Promise<void>) => Promise<void>
} {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  return {
    isBusy,
    error,
    attempt: async (work) => {
      setBusy(true)
      setError(null)
      try {
        await work()
      } catch (thrown) {
        setError(thrown)
      } finally {
        setBusy(false)
      }
    },
  }
}
