import { goesOn } from './undo-progress.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { theme as antdTheme } from 'antd'
import type { UndoPlan, UndoResult, UndoRow } from '@kufang/contract/document/undo-plan.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { reasonInput, reasonsOfReversal } from '@kufang/contract/document/declare/reason.ts'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { indexedDocument, useDocumentDefinition } from '../../declarations.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { ErrorBanner } from '../../feedback/error-banner.tsx'
import type { Row } from '../../fields/field-column.ts'
import { FieldForm } from '../../fields/field-form.tsx'
import { validateFields } from '../../fields/validate-fields.ts'
import { StateTag } from '../../theme/state-tag.tsx'
import { listed, useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { documentApi } from '../document-api.ts'
import { openDocument } from '../document-path.ts'
import type { ListedDocument } from '../listed-document.ts'
import { afterDocumentWrite } from '../related.ts'
import { TabState } from '../tab-state.tsx'
import styles from './act.module.css'
import { askedUndoReason } from './asked-reason.ts'
import { useIntentKeys } from '../../api/intent-key.ts'
import { peopleWords } from './next-words.ts'
import { booksWatchMs } from './use-books-watch.ts'

const messages = defineMessages({
  title: { zh: '撤销整条链：{no}', en: 'Undo the whole chain: {no}' },
  run: { zh: '办理我能办的，并通知下一步的人', en: 'Do what I may, and ask for the next step' },
  ask: { zh: '请{who}办理', en: 'Ask {who}' },
  steps: { zh: '须按此顺序撤销', en: 'To be undone in this order' },
  order: { zh: '序', en: 'No.' },
  document: { zh: '单据', en: 'Document' },
  state: { zh: '当前状态', en: 'State now' },
  step: { zh: '要做的事', en: 'What to do' },
  who: { zh: '由谁', en: 'By' },
  me: { zh: '我', en: 'me' },
  thenErp: { zh: '之后等待 ERP 回复', en: 'then the ERP answers' },
  blocked: {
    zh: '先处理这些，否则实物退不回来',
    en: 'Settle these first, or the goods cannot go back',
  },
  waiting: { zh: '{numbers} 正在等待 ERP 回复', en: '{numbers}: waiting for the ERP' },
  going: {
    zh: '其他人办理后自动继续；请保持此窗口打开',
    en: 'Goes on by itself as the others agree; keep this window open',
  },
  isAsked: {
    zh: '已通知，等待办理；办理后自动继续',
    en: 'They were asked; it goes on by itself when they have done it',
  },
  ofCompany: {
    zh: '另有 {count} 步由采购方办理，请联系采购员',
    en: '{count} more steps are done by the company; tell the buyer',
  },
  nothing: { zh: '已全部撤销', en: 'Everything is undone' },
  done: { zh: '已办理：{steps}', en: 'Done: {steps}' },
  asked: {
    zh: '已通知 {who} 办理 {no} 的{step}',
    en: '{who} asked for {step} of {no}',
  },
})

const fields = reasonInput({ zh: '撤销原因', en: 'Reason' }, reasonsOfReversal)

/**
 * All steps needed to undo a document, in order, with their people and the obstacles. The button performs the steps the
 * user may do and asks the people of the next step.
 */
// oxlint-disable-next-line max-lines-per-function -- one dialog: the steps of the chain share their progress
export function UndoDialog(props: {
  definition: AnyDocument
  document: ListedDocument
  onClose: () => void
}): ReactNode {
  const { definition, document: subject } = props
  const { name } = definition
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const keys = useIntentKeys()
  const [values, setValues] = useState<Row>(() => askedUndoReason(client, subject.docNo))
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [result, setResult] = useState<UndoResult | null>(null)
  // The number of steps left when this dialog performed or requested the last one.
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const isGoing = leftAt !== null
  const planKey = ['document', name, subject.id, 'undo']
  const read = useQuery({
    queryKey: planKey,
    queryFn: ({ signal }) => documentApi.undoPlan(name, subject.id, signal),
    refetchInterval: ({ state }) =>
      (state.data?.waiting.length ?? 0) > 0 || (isGoing && (state.data?.steps.length ?? 0) > 0)
        ? booksWatchMs
        : false,
  })
  const plan = read.data
  const problems = validateFields(fields, values)
  const run = async (): Promise<void> => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    setError(null)
    try {
      const reason = String(values['reason'])
      const key = keys.of([subject.id, plan?.steps.length, reason, result?.done.length])
      const answer = await documentApi.undo(name, subject.id, reason, key)
      setResult(answer)
      setLeftAt(answer.plan.steps.length)
      client.setQueryData(planKey, answer.plan)
    } catch (thrown) {
      setError(thrown)
      setLeftAt(null)
    } finally {
      // Completed steps remain if a later one is refused.
      afterDocumentWrite(client, name)
      setBusy(false)
    }
  }
  const goOn = useEffectEvent(() => void run())
  const left = plan?.steps.length ?? 0
  const hasAsked = result !== null && result.asked !== null
  const isHeld = isBusy || plan === undefined || plan.waiting.length > 0
  useEffect(() => {
    // The following steps are performed or requested without another press.
    if (goesOn({ left, leftAt, isHeld, hasAsked })) goOn()
  }, [left, leftAt, isHeld, hasAsked])
  const [first] = plan?.steps ?? []
  const hasSteps = first !== undefined
  const actionText =
    first === undefined || first.isMine ? t('run') : t('ask', { who: label(peopleWords(first)) })
  return (
    <Dialog
      isOpen
      size="broad"
      title={t('title', { no: subject.docNo })}
      onClose={props.onClose}
      isBusy={isBusy}
      isDangerous
      {...(hasSteps && {
        actionText,
        onAction: () => void run(),
        actionRefusal: hasAsked && left === leftAt ? t('isAsked') : null,
      })}
    >
      {error !== null && <ErrorBanner error={error} onClose={() => setError(null)} />}
      {result !== null && <Outcome result={result} />}
      {isGoing && left > 0 && <p role="status">{t('going')}</p>}
      {plan === undefined ? (
        <TabState error={read.error} isLoading={read.isLoading} onRetry={() => read.refetch()} />
      ) : (
        <>
          <InTheWay plan={plan} />
          {hasSteps ? (
            <>
              <Steps plan={plan} />
              <FieldForm
                fields={fields}
                values={values}
                problems={isChecked ? problems : {}}
                onChange={(field, value) => setValues({ [field]: value })}
              />
            </>
          ) : (
            plan.hiddenSteps === 0 && <p>{label(messages.nothing)}</p>
          )}
          {plan.hiddenSteps > 0 && <p>{t('ofCompany', { count: plan.hiddenSteps })}</p>}
        </>
      )}
    </Dialog>
  )
}

function Outcome({ result }: { result: UndoResult }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { done, asked } = result
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      style={{ marginBottom: 8 }}
      title={
        <>
          {done.length > 0 && (
            <div>
              {t('done', {
                steps: listed(done.map((step) => `${step.documentNo} ${label(step.label)}`)),
              })}
            </div>
          )}
          {asked !== null && (
            <div>
              {t('asked', {
                who: label(peopleWords(asked)),
                no: asked.documentNo,
                step: label(asked.label),
              })}
            </div>
          )}
        </>
      }
    />
  )
}

/** Documents outside the chain that hold or have moved the goods, and outstanding answers of the ERP. */
function InTheWay({ plan }: { plan: UndoPlan }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  return (
    <>
      {plan.blockers.length > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 8 }}
          title={t('blocked')}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {plan.blockers.map((blocker) => (
                <li key={blocker.zh}>{label(blocker)}</li>
              ))}
            </ul>
          }
        />
      )}
      {plan.waiting.length > 0 && (
        <p role="status">{t('waiting', { numbers: listed(plan.waiting) })}</p>
      )}
    </>
  )
}

function Steps({ plan }: { plan: UndoPlan }): ReactNode {
  const t = useMessages(messages)
  const { token } = antdTheme.useToken()
  const colours = { '--line': token.colorBorder, '--head': token.colorFillAlter }
  return (
    <table className={styles.check} style={colours as CSSProperties}>
      <caption>{t('steps')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('order')}</th>
          <th scope="col">{t('document')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('step')}</th>
          <th scope="col">{t('who')}</th>
        </tr>
      </thead>
      <tbody>
        {plan.steps.map((step, index) => (
          <StepRow
            key={`${step.documentType} ${step.documentNo} ${step.action ?? ''}`}
            step={step}
            number={index + 1}
          />
        ))}
      </tbody>
    </table>
  )
}

function StepRow({ step, number }: { step: UndoRow; number: number }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { documentId } = step
  const kind = indexedDocument(step.documentType)
  const definition = useDocumentDefinition(step.documentType)
  const state = definition?.states[step.state]
  const erpState = erpStates[step.erpState as ErpState]
  return (
    <tr>
      <td>{number}</td>
      <td>
        {kind !== undefined && label(kind.label)}{' '}
        {documentId === null ? (
          step.documentNo
        ) : (
          <Button
            type="link"
            size="small"
            onClick={() => openDocument(step.documentType, documentId)}
          >
            {step.documentNo}
          </Button>
        )}
      </td>
      <td>
        {state !== undefined && <StateTag {...state} />}{' '}
        {documentId !== null && definition?.posts === true && <StateTag {...erpState} />}
      </td>
      <td>
        <strong>{label(step.label)}</strong>
        {step.waitsForErp && <div className={styles.quiet}>{t('thenErp')}</div>}
      </td>
      <td>{step.isMine ? <strong>{t('me')}</strong> : label(peopleWords(step))}</td>
    </tr>
  )
}
