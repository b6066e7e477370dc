import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { gatePassStates, type GatePass } from '@kufang/contract/issue/gate-pass.ts'
import { gateCheckPath } from '@kufang/contract/requisition/gate-passage.ts'
import { api } from '../kit/api/client.ts'
import { indexedPages } from '../kit/declarations.ts'
import { documentApi } from '../kit/document/document-api.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { afterDocumentWrite } from '../kit/document/related.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { useMasterWords } from '../kit/fields/master-words.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { useSubject } from '../kit/pages/document-switch.tsx'
import { DocumentList } from '../kit/pages/list/document-list.tsx'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { usePageQuery } from '../kit/tab/page-location.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import styles from './gate-check.module.css'
import { tokenIn } from '../requisition/gate-token.ts'

const messages = defineMessages({
  scan: { zh: '扫描放行条二维码', en: 'Scan the QR code of the pass' },
  check: { zh: '核验', en: 'Check' },
  pass: { zh: '放行', en: 'Let pass' },
  passed: { zh: '已放行 {no}', en: '{no} let pass' },
  next: { zh: '核验下一张', en: 'Next pass' },
  usedBy: { zh: '{at} 由 {name} 放行', en: 'Let pass by {name}, {at}' },
  issue: { zh: '出库单', en: 'Goods issue' },
  passNo: { zh: '放行条号', en: 'Gate pass no.' },
  recipient: { zh: '提货人', en: 'Picked up by' },
  unit: { zh: '领料单位', en: 'Picking unit' },
  goods: { zh: '放行物资', en: 'Goods' },
  compare: {
    zh: '请逐项核对实物与数量，再放行',
    en: 'Compare the goods and quantities before you let them pass',
  },
  batch: { zh: '批次 {batch}', en: 'Batch {batch}' },
})

const gateCheck = indexedPages.find(({ path }) => path === gateCheckPath)!

/**
 * 放行条核验: what the guard's phone shows when the QR code of a printed goods issue is opened. Without a pass it is the list of
 * issues that have left, where a scanner types the code.
 */
export default function GateCheckPage(): ReactNode {
  const { subject, chooser } = useSubject(gateCheck)
  const linked = usePageQuery().get('pass')
  const [token, setToken] = useState(linked)
  const [followed, setFollowed] = useState(linked)
  if (linked !== followed) {
    setFollowed(linked)
    if (linked !== null) setToken(linked)
  }
  return (
    <PageFrame path={gateCheckPath} titleExtra={token === null && chooser}>
      <Scanner onToken={setToken} />
      {token === null ? (
        subject !== undefined && (
          <DocumentList
            key={subject.definition.name}
            definition={subject.definition}
            page={subject.page}
            path={gateCheckPath}
          />
        )
      ) : (
        <Pass key={token} token={token} onNext={() => setToken(null)} />
      )}
    </PageFrame>
  )
}

/** The camera of a phone opens the link by itself; a scanner at the gate types it here. */
function Scanner({ onToken }: { onToken: (token: string) => void }): ReactNode {
  const t = useMessages(messages)
  const [text, setText] = useState('')
  const check = (): void => {
    const token = tokenIn(text)
    if (token === '') return
    setText('')
    onToken(token)
  }
  return (
    <form
      className={styles.scan}
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <Input
        value={text}
        aria-label={t('scan')}
        placeholder={t('scan')}
        onChange={(event) => setText(event.target.value)}
      />
      <Button htmlType="submit">{t('check')}</Button>
    </form>
  )
}

function Pass({ token, onNext }: { token: string; onNext: () => void }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const keys = useIntentKeys()
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['gate-pass', token],
    queryFn: ({ signal }) =>
      api.post<GatePass>('/api/issue/gate-pass/check', { token }, { signal }),
    staleTime: 0,
    retry: false,
  })
  const letPass = async ({ document, id, docNo }: GatePass): Promise<void> => {
    setBusy(true)
    try {
      const { header } = await documentApi.read(document, id)
      const request = { version: header.version }
      await documentApi.act(document, id, 'passGate', request, keys.of([id, 'passGate']))
      keys.done()
      afterDocumentWrite(client, document)
      toast.success(t('passed', { no: docNo }))
    } finally {
      setBusy(false)
      // Also after a refusal: somebody else may have used it meanwhile.
      await refetch()
    }
  }
  if (error !== null) return <ErrorBanner error={error} />
  if (data === undefined) return null
  const { label: words, tone } = gatePassStates[data.state]
  return (
    <article className={styles.pass} aria-label={data.docNo}>
      <p className={styles.state} data-tone={tone} role="status">
        {label(words)}
        {data.usedAt !== null && (
          <small>{t('usedBy', { at: momentText(data.usedAt), name: data.usedByName ?? '' })}</small>
        )}
      </p>
      <PassedGoods pass={data} />
      {data.state === 'valid' ? (
        <>
          <p className={styles.hint}>{t('compare')}</p>
          <Button
            type="primary"
            size="large"
            block
            loading={isBusy}
            onClick={() => {
              letPass(data).catch(toast.error)
            }}
          >
            {t('pass')}
          </Button>
        </>
      ) : (
        <Button size="large" block onClick={onNext}>
          {t('next')}
        </Button>
      )}
    </article>
  )
}

/** Whose goods, and what they are. */
function PassedGoods({ pass }: { pass: GatePass }): ReactNode {
  const t = useMessages(messages)
  const { companyCode, pickingUnit } = pass
  const unit = useMasterWords('picking-unit', pickingUnit, { companyCode })
  return (
    <>
      <dl className={styles.facts}>
        {(
          [
            ['issue', pass.docNo],
            ['passNo', pass.gatePassNo],
            ['recipient', pass.recipient],
            ['unit', unit === '' ? pickingUnit : unit],
          ] as const
        ).map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <ul className={styles.goods} aria-label={t('goods')}>
        {pass.lines.map((line) => (
          <li key={line.lineNo}>
            <span>
              {line.description ?? line.materialNo}
              <small>
                {line.materialNo}
                {line.batch !== null && ` · ${t('batch', { batch: line.batch })}`}
              </small>
            </span>
            <strong>{withUnit(numberText(line.quantity), line.unit)}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}
