import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { api } from '../kit/api/client.ts'
import { ruleDifferences } from '../kit/approval/rule-differences.ts'
import { WaitingChanges } from '../kit/approval/waiting-changes.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  title: { zh: '未生效的规则变更', en: 'Changes of rules not yet in force' },
})

const path = '/api/erp/movement-rules/changes'

/** The changes of rules that wait for approval or for their day; nothing is shown if there are none. */
export function RuleChanges(props: { rulesKey: readonly string[]; fields: Fields }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [...props.rulesKey, 'changes'],
    queryFn: ({ signal }) => api.get<RuleChange[]>(path, { signal }),
  })
  return (
    <WaitingChanges
      isSetUp
      title={t('title')}
      path={path}
      changes={data ?? []}
      subjectOf={({ subjectNo }) => subjectNo}
      differencesOf={(change) => ruleDifferences(props.fields, change, label)}
      onDone={() => {
        client.invalidateQueries({ queryKey: props.rulesKey }).catch(console.error)
      }}
    />
  )
}
