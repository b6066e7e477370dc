import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** A page that is being fetched; nothing for the first 200 ms, so that fast ones do not flicker. */
export function PageSkeleton(): ReactNode {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <Skeleton active title={false} paragraph={{ rows: 8 }} /> : null
}
