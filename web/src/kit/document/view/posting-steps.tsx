import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { PostingStepRow } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { cureOf } from '@kufang/contract/document/declare/posting-cure.ts'
import { stepStates, type StepState } from '@kufang/contract/document/step-state.ts'
import { momentText } from '../../fields/moment-text.ts'
import { listed, useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { StateTag } from '../../theme/state-tag.tsx'
import styles from '../document.module.css'

const messages = defineMessages({
  title: { zh: 'ERP 过账步骤', en: 'ERP posting steps' },
  movementType: { zh: '移动类型 {types}', en: 'movement type {types}' },
  failed: { zh: '步骤“{step}”未完成', en: 'Step "{step}" is not done' },
  done: {
    zh: '“{steps}”已在 ERP 中，不会重复。',
    en: '"{steps}" is in the ERP and is not repeated.',
  },
  refused: {
    zh: '“{step}”已在 ERP 中，但后续办理被拒绝',
    en: '"{step}" is in the ERP, but what follows it was refused',
  },
  waitsForStep: { zh: '等待“{step}”完成', en: 'Waits for "{step}"' },
  waitsForErp: { zh: '等待 ERP 答复', en: 'Waits for the ERP' },
  waitsForPerson: { zh: '等待重新办理', en: 'Waits for a person' },
})

/** What is shown instead of the number of a step. */
const marks: Partial<Record<StepState, string>> = { posted: '✓', failed: '!', workRefused: '!' }

/** Why a step is not done, and how to continue. */
function StepAlert({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={title}
      description={lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    />
  )
}

/** The steps in which a document is posted: the state of each, its ERP document, and why it failed. */
export function PostingSteps(props: {
  definition: AnyDocument
  steps: readonly PostingStepRow[]
}): ReactNode {
  const { definition, steps } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  if (steps.length === 0) return null
  const wordsOf = ({ step }: PostingStepRow) =>
    label(definition.postingSteps?.[step]?.label ?? step)
  /** What to do about a step. */
  const cure = (row: PostingStepRow, direction: 'post' | 'reverse') => {
    const step = definition.postingSteps?.[row.step]?.label ?? { zh: row.step, en: row.step }
    return label(cureOf({ direction, state: row.state, documentNo: '', step }))
  }
  const messageOf = ({ messageZh: zh, messageEn: en }: PostingStepRow) => label({ zh, en })
  const posted = steps.filter(({ state }) => state === 'posted')
  const troubled = steps.find((row) => row.messageZh !== '')
  const refused = steps.find(({ state }) => state === 'workRefused')
  return (
    <section aria-label={t('title')} className={styles.postingSteps}>
      {refused !== undefined && (
        <StepAlert
          title={t('refused', { step: wordsOf(refused) })}
          lines={[label({ zh: refused.workZh, en: refused.workEn }), cure(refused, 'post')]}
        />
      )}
      {troubled !== undefined && (
        <StepAlert
          title={t('failed', { step: wordsOf(troubled) })}
          lines={[
            messageOf(troubled),
            ...(troubled.state === 'failed' && posted.length > 0
              ? [t('done', { steps: listed(posted.map(wordsOf)) })]
              : []),
            cure(troubled, troubled.state === 'failed' ? 'post' : 'reverse'),
          ]}
        />
      )}
      <strong>{t('title')}</strong>
      <ol className={styles.steps}>
        {steps.map((row, index) => (
          <li key={row.step} className={styles.step}>
            <span className={styles.stepMark} aria-hidden="true">
              {marks[row.state] ?? row.stepNo}
            </span>
            <span className={styles.stepText}>
              <strong>{wordsOf(row)}</strong>
              <span>
                <StateTag tone={stepStates[row.state].tone} label={stepStates[row.state].label} />
              </span>
              <span>{t('movementType', { types: row.movementTypes })}</span>
              {row.materialDocument !== '' && (
                <span>
                  {row.materialDocument}/{row.materialDocumentYear}
                </span>
              )}
              <span>{waitsFor(row, steps[index - 1])}</span>
              <span className={styles.stepMoment}>{momentText(row.since)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )

  function waitsFor({ state }: PostingStepRow, before: PostingStepRow | undefined): string {
    if (state === 'posting' || state === 'reversing') return t('waitsForErp')
    if (state === 'failed' || state === 'workRefused') return t('waitsForPerson')
    const isNext = state === 'waiting' && before !== undefined && before.state !== 'reversed'
    return isNext ? t('waitsForStep', { step: wordsOf(before) }) : ''
  }
}
