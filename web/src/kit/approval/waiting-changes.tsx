import { Alert, Button, Space } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import {
  ruleChangeActs,
  ruleChangeStates,
  type RuleChange,
  type RuleChangeAct,
} from '@kufang/contract/document/rule-change.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../api/client.ts'
import { useDecider } from '../session/decider.ts'
import { toast } from '../feedback/toast.ts'
import { FieldDialog } from '../fields/field-dialog.tsx'
import { useLanguage } from '../text/language.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { StateTag } from '../theme/state-tag.tsx'
import styles from './waiting-changes.module.css'

const messages = defineMessages({
  own: { zh: '您申请的变更须由另一人批准', en: 'Someone else must approve what you requested' },
  gain: {
    zh: '使您获得权限的变更须由另一人批准',
    en: 'Someone else must approve what gives rights to you',
  },
  administrators: {
    zh: '适用于全部公司，须由系统管理员处理',
    en: 'It is for all companies, so an administrator decides it',
  },
  nobody: {
    zh: '没有其他人可以批准。您可以填写原因应急执行：系统管理员和操作日志查询人员会收到警报。',
    en: 'Nobody else could approve it. You may carry it out with a reason: administrators and readers of the operation log are alarmed.',
  },
  said: {
    zh: '自 {day} 生效 · {user} 申请：{reason}',
    en: 'from {day} · requested by {user}: {reason}',
  },
  done: { zh: '{subject}：{act}完成', en: '{subject}: {act} done' },
})

const remark = text(words('说明', 'Remark'), { lengthMax: 200, multiline: true })

interface Described<Change> {
  /** What is changed, in one or two words. */
  subjectOf: (change: Change) => string
  /** Old and new, one text for each difference. */
  differencesOf: (change: Change) => readonly string[]
  /** Day, requester and reason; by default those of a rule. */
  saidOf?: (change: Change) => string
  /** Rules of all companies are decided by administrators. */
  isSetUp?: boolean
  /** Whether only the requester himself could carry it out. */
  isWithoutApprover?: (change: Change) => boolean
}

/** Changes that wait for another person or for their day, with what may be done; nothing is shown if there are none. */
export function WaitingChanges<Change extends RuleChange>(
  props: Described<Change> & {
    title: string
    changes: readonly Change[]
    /** The call of the list; id and act are added to it. */
    path: string
    onDone: () => void
    /** Shows what only who decides learns, from the answer of the call. */
    onAnswer?: (change: Change, answer: unknown) => void
  },
): ReactNode {
  const [deciding, setDeciding] = useState<{ change: Change; act: RuleChangeAct } | null>(null)
  const { title, changes } = props
  if (changes.length === 0) return null
  return (
    <section className={styles.changes} aria-label={title}>
      <strong>{title}</strong>
      <ul>
        {changes.map((change) => (
          <ChangeRow
            key={change.id}
            {...props}
            change={change}
            onDecide={(act) => setDeciding({ change, act })}
          />
        ))}
      </ul>
      {deciding !== null && (
        <DecideDialog
          subject={props.subjectOf(deciding.change)}
          path={`${props.path}/${deciding.change.id}/${deciding.act}`}
          act={deciding.act}
          onClose={() => setDeciding(null)}
          onDone={props.onDone}
          onAnswer={(answer) => props.onAnswer?.(deciding.change, answer)}
        />
      )}
    </section>
  )
}

function ChangeRow<Change extends RuleChange>(
  props: Described<Change> & { change: Change; onDecide: (act: RuleChangeAct) => void },
): ReactNode {
  const { change } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { userId, isAdmin } = useDecider()
  const isOwn = change.requestedBy === userId
  const foreign =
    props.isSetUp === true && change.companyCode === '' && !isAdmin ? t('administrators') : ''
  const barred = isOwn ? t('own') : change.gainerId === userId ? t('gain') : foreign
  const isAlone = isOwn && props.isWithoutApprover?.(change) === true
  const whyNot = useId()
  /** Beside the buttons, because nobody looks for a reason under a grey one. */
  const shownReason =
    change.state === 'requested' && !isAlone ? barred : change.state === 'approved' ? foreign : ''
  const button = (act: RuleChangeAct, reason = ''): ReactNode => (
    <Button
      size="small"
      disabled={reason !== ''}
      title={reason}
      {...(reason !== '' && shownReason !== '' && { 'aria-describedby': whyNot })}
      onClick={() => props.onDecide(act)}
    >
      {label(ruleChangeActs[act])}
    </Button>
  )
  return (
    <li>
      <Space wrap>
        <strong>{props.subjectOf(change)}</strong>
        <StateTag {...ruleChangeStates[change.state]} />
        <span>{props.differencesOf(change).join(' · ')}</span>
        <span>
          {props.saidOf?.(change) ??
            t('said', {
              day: change.effectiveFrom,
              user: change.requestedByName,
              reason: change.reason,
            })}
        </span>
        {change.state === 'failed' && <span>{change.decisionRemark}</span>}
        {change.state === 'requested' && button('approve', barred)}
        {change.state === 'requested' && button('refuse', barred)}
        {change.state !== 'failed' && button('withdraw', foreign)}
        {isAlone && button('carryOut')}
        {shownReason !== '' && (
          <span id={whyNot} className={styles.whyNot}>
            {shownReason}
          </span>
        )}
      </Space>
      {isAlone && <Alert type="warning" showIcon title={t('nobody')} />}
    </li>
  )
}

function DecideDialog(props: {
  subject: string
  path: string
  act: RuleChangeAct
  onClose: () => void
  onDone: () => void
  onAnswer: (answer: unknown) => void
}): ReactNode {
  const { subject, path, act } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const verb = label(ruleChangeActs[act])
  const required = act === 'refuse' || act === 'carryOut'
  return (
    <FieldDialog
      title={`${verb} ${subject}`}
      actionText={verb}
      fields={{ remark: { ...remark, required } }}
      isDangerous={act === 'carryOut'}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const body = { remark: textOf(values['remark']) }
        props.onAnswer(await api.post(path, body, { idempotencyKey: keys.of({ ...body, path }) }))
        toast.success(t('done', { subject, act: verb }))
        props.onDone()
      }}
    />
  )
}
