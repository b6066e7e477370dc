import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { ApiError, describeError, isAborted } from '../api/api-error.ts'
import type { ApiErrorDetail } from '../api/api-error.ts'
import { useLanguage } from '../text/language.ts'
import { RequestId } from './request-id.tsx'

export interface ErrorBannerProps {
  error: unknown
  /** The details not shown at lines and fields; all details if absent. */
  details?: readonly ApiErrorDetail[]
  onClose?: () => void
}

/** Shows an error where it occurred, with the request id. */
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
    <Alert
      type="error"
      showIcon
      role="alert"
      {...(onClose !== undefined && { closable: { onClose } })}
      title={
        messages.length === 1 ? messages[0] : label({ zh: '有以下问题', en: 'Please correct' })
      }
      description={
        <>
          {messages.length > 1 && (
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
          {requestId !== null && <RequestId id={requestId} />}
        </>
      }
    />
  )
}
