import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { useLanguage } from '../text/language.ts'

const messages = defineMessages({
  all: { zh: '{verb}完成 {done} 项', en: '{verb}: {done} done' },
  part: { zh: '{verb}完成 {done} 项,失败 {failed} 项', en: '{verb}: {done} done, {failed} failed' },
  retry: { zh: '重试失败的 {failed} 项', en: 'Retry the {failed} failed' },
  unknown: { zh: '失败', en: 'failed' },
})

export interface BatchResultProps {
  verb: string
  results: readonly BatchActionResult[]
  /** Number of a document by its id: a failed result may not know it. */
  numberOf: (id: string) => string
  isBusy: boolean
  onRetry: (ids: readonly string[]) => void
}

/** What became of each document of a batch, why the failed ones failed, and a retry of only those. */
export function BatchResult(props: BatchResultProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const failed = props.results.filter((result) => !result.isDone)
  const done = props.results.length - failed.length
  const { verb } = props
  return (
    <Alert
      type={failed.length === 0 ? 'success' : done === 0 ? 'error' : 'warning'}
      showIcon
      role="status"
      title={
        failed.length === 0
          ? t('all', { verb, done })
          : t('part', { verb, done, failed: failed.length })
      }
      description={
        failed.length > 0 && (
          <>
            <ul
              style={{
                margin: '0 0 8px',
                paddingInlineStart: 18,
                maxHeight: 240,
                overflow: 'auto',
              }}
            >
              {failed.map((result) => (
                <li key={result.id}>
                  <strong>{result.docNo || props.numberOf(result.id)}</strong>{' '}
                  {result.refusal === undefined ? t('unknown') : label(result.refusal)}
                </li>
              ))}
            </ul>
            <Button
              loading={props.isBusy}
              onClick={() => props.onRetry(failed.map((result) => result.id))}
            >
              {t('retry', { failed: failed.length })}
            </Button>
          </>
        )
      }
    />
  )
}
