import { textOf } from '@kufang/kernel/text-of.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import {
  ruleChangeActs,
  ruleChangeStates,
  type RuleChange,
  type RuleChangeAct,
} from '@kufang/contract/system/rule-change.ts'
import { api } from '../kit/api/client.ts'
import { useDecider } from '../kit/document/act/decider.ts'
import { toast } from '../kit/feedback/toast.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'

const messages = defineMessages({
  title: { zh: '未生效的规则变更', en: 'Changes of rules not yet in force' },
  said: {
    zh: '自 {day} 生效 · {user} 申请：{reason}',
    en: 'from {day} · requested by {user}: {reason}',
  },
  own: { zh: '您申请的变更须由另一人批准', en: 'Someone else must approve what you requested' },
  done: { zh: '{rule}：{act}完成', en: '{rule}: {act} done' },
})

const remark = {
  remark: text(words('说明', 'Remark'), { lengthMax: 200, multiline: true }),
}

/** The changes of rules that wait for approval or for their day; nothing is shown if there are none. */
export function RuleChanges(props: { rulesKey: readonly string[]; fields: Fields }): ReactNode {
  const t = useMessages(messages)
  const client = useQueryClient()
  const [deciding, setDeciding] = useState<{ change: RuleChange; act: RuleChangeAct } | null>(null)
  const { data } = useQuery({
    queryKey: [...props.rulesKey, 'changes'],
    queryFn: ({ signal }) => api.get<RuleChange[]>('/api/erp/movement-rules/changes', { signal }),
  })
  const open = (data ?? []).filter(({ state }) => state === 'requested' || state === 'approved')
  if (open.length === 0) return null
  return (
    <section aria-label={t('title')}>
      <strong>{t('title')}</strong>
      <ul>
        {open.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            fields={props.fields}
            onDecide={(act) => setDeciding({ change, act })}
          />
        ))}
      </ul>
      {deciding !== null && (
        <DecideDialog
          {...deciding}
          onClose={() => setDeciding(null)}
          onDone={() => {
            client.invalidateQueries({ queryKey: props.rulesKey }).catch(console.error)
          }}
        />
      )}
    </section>
  )
}

function ChangeRow(props: {
  change: RuleChange
  fields: Fields
  onDecide: (act: RuleChangeAct) => void
}): ReactNode {
  const { change, fields } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { userId } = useDecider()
  const isOwn = change.requestedBy === userId
  const differences = Object.entries(fields).flatMap(([name, field]) => {
    const [before, after] = [textOf(change.before?.[name]), textOf(change.after[name])]
    return before === after ? [] : [`${label(field.label)} ${before || '–'} → ${after || '–'}`]
  })
  const button = (act: RuleChangeAct, isBarred: boolean): ReactNode => (
    <Button
      size="small"
      disabled={isBarred}
      title={isBarred ? t('own') : ''}
      onClick={() => props.onDecide(act)}
    >
      {label(ruleChangeActs[act])}
    </Button>
  )
  const { effectiveFrom: day, requestedByName: user, reason } = change
  return (
    <li>
      <Space wrap>
        <strong>{change.subjectNo}</strong>
        <StateTag {...ruleChangeStates[change.state]} />
        <span>{differences.join(' · ')}</span>
        <span>{t('said', { day, user, reason })}</span>
        {change.state === 'requested' && button('approve', isOwn)}
        {change.state === 'requested' && button('refuse', isOwn)}
        {button('withdraw', false)}
      </Space>
    </li>
  )
}

function DecideDialog(props: {
  change: RuleChange
  act: RuleChangeAct
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { change, act } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const verb = label(ruleChangeActs[act])
  const required = act === 'refuse'
  return (
    <FieldDialog
      title={`${verb} ${change.subjectNo}`}
      actionText={verb}
      fields={{ remark: { ...remark.remark, required } }}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const body = { remark: textOf(values['remark']) }
        const path = `/api/erp/movement-rules/changes/${change.id}/${act}`
        await api.post(path, body, { idempotencyKey: keys.of({ ...body, path }) })
        toast.success(t('done', { rule: change.subjectNo, act: verb }))
        props.onDone()
      }}
    />
  )
}
