import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Placeholder } from '../../kit/feedback/placeholder.tsx'

/** Placeholder of a page being loaded; empty for the first 200 ms to avoid flicker. */
export function PageSkeleton(): ReactNode {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <Placeholder rows={8} /> : null
}
