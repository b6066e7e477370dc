import { CloseCircleFilled, CloseOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { ApiError, describeError, isAborted } from '../api/api-error.ts'
import type { ApiErrorDetail } from '../api/api-error.ts'
import { useLanguage } from '../text/language.ts'
import styles from './error-banner.module.css'
import { RequestId } from './request-id.tsx'

export interface ErrorBannerProps {
  error: unknown
  /** The details not shown at lines and fields; all details if absent. */
  details?: readonly ApiErrorDetail[]
  onClose?: () => void
}

/** Shows an error where it occurred, with the request id. Without antd, because every list has one. */
export function ErrorBanner({ error, details, onClose }: ErrorBannerProps): ReactNode {
  const { label } = useLanguage()
  if (error === null || error === undefined || isAborted(error)) return null
  // Pages are visible only while signed in: a refusal because of an ended session is obsolete.
  if (error instanceof ApiError && error.code === 'session-expired') return null
  const { text, requestId } = describeError(error)
  const listed = details ?? (error instanceof ApiError ? error.details : [])
  if (details?.length === 0) return null
  const messages = listed.length === 0 ? [text] : listed.map((detail) => label(detail))
  return (
    <div role="alert" className={styles.banner}>
      <CloseCircleFilled aria-hidden className={styles.mark} />
      <div className={styles.content}>
        {messages.length === 1 ? (
          messages[0]
        ) : (
          <>
            {label({ zh: '有以下问题', en: 'Please correct' })}
            <ul>
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </>
        )}
        {requestId !== null && (
          <div>
            <RequestId id={requestId} />
          </div>
        )}
      </div>
      {onClose !== undefined && (
        <button
          type="button"
          className={styles.close}
          aria-label={label({ zh: '关闭', en: 'Close' })}
          onClick={onClose}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </div>
  )
}
