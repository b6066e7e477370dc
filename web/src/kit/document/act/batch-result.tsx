import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { useLanguage } from '../../text/language.ts'
import type { Previewed } from './preview-all.ts'

const messages = defineMessages({
  handedOver: {
    zh: '{verb}已提交 {done} 项，等待 ERP 回复',
    en: '{verb}: {done} handed over, waiting for the ERP',
  },
  all: { zh: '{verb}完成 {done} 项', en: '{verb}: {done} done' },
  part: {
    zh: '{verb}完成 {done} 项，失败 {failed} 项',
    en: '{verb}: {done} done, {failed} failed',
  },
  retry: { zh: '重试失败的 {failed} 项', en: 'Retry the {failed} failed' },
  changed: {
    zh: '被他人改动过的 {changed} 项不再重试：列表已刷新，请核对后重新选择',
    en: '{changed} changed by somebody else are not retried: the list is up to date now, look at them and tick them again',
  },
  refused: { zh: '{count} 项将被拒绝{verb}', en: '{verb} will be refused for {count}' },
  why: { zh: '失败原因', en: 'Why they failed' },
  unknown: { zh: '失败', en: 'failed' },
})

export interface BatchResultProps {
  verb: string
  /** The ERP has not yet answered for the successful documents. */
  isHandedOver?: boolean
  results: readonly BatchActionResult[]
  /** The number of a document by its id, because a failed result may not contain it. */
  numberOf: (id: string) => string
  isBusy: boolean
  onRetry: (ids: readonly string[]) => void
}

/** The result of each document of a batch, with reasons of failures and a retry for the failed ones. */
export function BatchResult(props: BatchResultProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const failed = props.results.filter((result) => !result.isDone)
  const done = props.results.length - failed.length
  // Documents changed meanwhile are not retried: the user has not seen their current version, and the same request
  // would be refused again.
  const retried = failed.filter(({ refusal }) => refusal?.code !== 'version-stale')
  const changed = failed.length - retried.length
  const { verb } = props
  return (
    <Alert
      type={failed.length === 0 ? 'success' : done === 0 ? 'error' : 'warning'}
      showIcon
      role="status"
      title={
        failed.length === 0
          ? t(props.isHandedOver === true ? 'handedOver' : 'all', { verb, done })
          : t('part', { verb, done, failed: failed.length })
      }
      description={
        failed.length > 0 && (
          <>
            <ul
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with the arrow keys as well
              tabIndex={0}
              aria-label={t('why')}
              style={{
                margin: '0 0 8px',
                paddingInlineStart: 18,
                maxHeight: 240,
                overflow: 'auto',
              }}
            >
              {failed.map((result) => (
                <FailedOne
                  key={result.id}
                  docNo={result.docNo || props.numberOf(result.id)}
                  reason={result.refusal === undefined ? t('unknown') : label(result.refusal)}
                />
              ))}
            </ul>
            {changed > 0 && <p>{t('changed', { changed })}</p>}
            {retried.length > 0 && (
              <Button
                loading={props.isBusy}
                onClick={() => props.onRetry(retried.map((result) => result.id))}
              >
                {t('retry', { failed: retried.length })}
              </Button>
            )}
          </>
        )
      }
    />
  )
}

/** The documents for which the action would be refused, shown before it is performed. */
export function RefusedOnes(props: { verb: string; refused: Previewed['refused'] }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 8 }}
      title={t('refused', { verb: props.verb, count: props.refused.length })}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {props.refused.map(({ docNo, reason }) => (
            <FailedOne key={docNo} docNo={docNo} reason={label(reason)} />
          ))}
        </ul>
      }
    />
  )
}

/** Its number and the reason; many reasons already begin with the number. */
function FailedOne({ docNo, reason }: { docNo: string; reason: string }): ReactNode {
  const isNamed = reason.startsWith(docNo)
  return (
    <li>
      <strong>{docNo}</strong>
      {isNamed ? reason.slice(docNo.length) : ` ${reason}`}
    </li>
  )
}
