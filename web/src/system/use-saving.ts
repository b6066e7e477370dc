import { useState } from 'react'

/** State of a dialog that sends a request: whether it is running, and its error. */
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
