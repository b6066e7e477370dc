import { Button, Empty, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { useLanguage } from '../text/language.ts'

/** A placeholder for missing content: loading after 200 ms, an error with a retry, or an empty message. */
export function TabState(props: {
  error: unknown
  isLoading: boolean
  onRetry: () => unknown
  empty?: string
}): ReactNode {
  const { label } = useLanguage()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  if (props.error !== null && props.error !== undefined) {
    return (
      <>
        <ErrorBanner error={props.error} />
        <Button style={{ marginTop: 8 }} onClick={() => props.onRetry()}>
          {label({ zh: '重试', en: 'Retry' })}
        </Button>
      </>
    )
  }
  if (props.isLoading) return isLate ? <Skeleton active title={false} /> : null
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={props.empty ?? label({ zh: '没有数据', en: 'Nothing here' })}
    />
  )
}
