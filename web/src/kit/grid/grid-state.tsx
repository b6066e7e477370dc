import { Button, Empty } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { Placeholder } from '../feedback/placeholder.tsx'
import { useMessages } from '../text/messages.ts'
import { gridMessages } from './grid-messages.ts'
import styles from './grid.module.css'

export type GridCondition =
  | { kind: 'ready' }
  | { kind: 'loading' }
  | { kind: 'empty' }
  | { kind: 'failed'; error: unknown }

/** Shown in place of rows: loading, empty, or an error with a retry, or with the usual order if another was refused. */
export function GridState(props: {
  condition: GridCondition
  empty: ReactNode
  onRetry: () => void
  onUsualOrder: () => void
}): ReactNode {
  const t = useMessages(gridMessages)
  const { condition } = props
  if (condition.kind === 'ready') return null
  if (condition.kind === 'loading') return <LateSkeleton label={t('loading')} />
  return (
    <div className={styles.overlay}>
      {condition.kind === 'empty' ? (
        (props.empty ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('empty')} />)
      ) : (
        <>
          <ErrorBanner error={condition.error} />
          {isOrderRefused(condition.error) ? (
            <Button onClick={props.onUsualOrder}>{t('usualOrder')}</Button>
          ) : (
            <Button onClick={props.onRetry}>{t('retry')}</Button>
          )}
        </>
      )}
    </div>
  )
}

/** The server sorts many rows by an index only. */
const isOrderRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ field }) => field === 'sort')

/** Shown after 200 ms, so that fast responses do not flicker (look.md). */
function LateSkeleton({ label }: { label: string }): ReactNode {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div className={styles.overlay} role="status" aria-label={label}>
      <div style={{ width: '90%' }}>
        <Placeholder rows={6} />
      </div>
    </div>
  )
}
