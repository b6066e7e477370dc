import { CloseOutlined, RedoOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import type { ReactNode } from 'react'
import { ApiError, describeError } from '../../api/api-error.ts'
import { RequestId } from '../../feedback/request-id.tsx'
import { defineMessages, useMessages } from '../../text/messages.ts'
import styles from '../document.module.css'
import type { RunningUpload } from './use-uploads.ts'

const messages = defineMessages({
  progress: { zh: '{name} 上传进度', en: 'Progress of {name}' },
  waiting: { zh: '连接中断，恢复后自动继续', en: 'Connection lost; goes on when it is back' },
  cancel: { zh: '取消上传 {name}', en: 'Cancel {name}' },
  again: { zh: '重新上传 {name}', en: 'Upload {name} again' },
})

/** Running uploads with progress, errors and actions. */
export function UploadList(props: {
  uploads: readonly RunningUpload[]
  onCancel: (id: number) => void
  onRetry: (id: number) => void
}): ReactNode {
  const t = useMessages(messages)
  if (props.uploads.length === 0) return null
  return (
    <ul className={styles.files}>
      {props.uploads.map(({ id, name, percent, isWaiting, error }) => {
        const failure = error === null ? null : describeError(error)
        return (
          <li key={id} className={styles.file}>
            <span className={styles.uploadName} title={name}>
              {name}
            </span>
            {failure === null ? (
              <>
                <Progress
                  className={styles.uploadProgress ?? ''}
                  percent={percent}
                  size="small"
                  status="active"
                  aria-label={t('progress', { name })}
                />
                {isWaiting && (
                  <span role="status" className={styles.quiet}>
                    {t('waiting')}
                  </span>
                )}
              </>
            ) : (
              <>
                <span role="alert" className={styles.uploadFailure}>
                  {failure.text}
                  {failure.requestId !== null && <RequestId id={failure.requestId} />}
                </span>
                {/* What was refused for itself would be refused again. */}
                {isRepeatable(error) && (
                  <Button
                    type="text"
                    size="small"
                    icon={<RedoOutlined aria-hidden />}
                    aria-label={t('again', { name })}
                    title={t('again', { name })}
                    onClick={() => props.onRetry(id)}
                  />
                )}
              </>
            )}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('cancel', { name })}
              title={t('cancel', { name })}
              onClick={() => props.onCancel(id)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Whether another attempt with the same file may succeed. */
function isRepeatable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status < 400 || error.status >= 500
}
