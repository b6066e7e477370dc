import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { flag } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { api } from '../../api/client.ts'
import { ruleDifferences } from '../../approval/rule-differences.ts'
import { WaitingChanges } from '../../approval/waiting-changes.tsx'
import { useEntityVersion } from '../../tab/entity-versions.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'

const messages = defineMessages({
  title: { zh: '未生效的变更', en: 'Changes not yet in force' },
})

const isActive = flag(words('启用', 'Active'))

/** The changes of a master's rules that wait for approval or for their day; nothing if there are none. */
export function MasterChanges(props: { definition: AnyMaster; onDone: () => void }): ReactNode {
  const { definition } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const path = `/api/masters/${definition.name}/changes`
  const version = useEntityVersion(definition.name)
  const { data } = useQuery({
    queryKey: ['master-changes', definition.name, version],
    queryFn: ({ signal }) => api.get<RuleChange[]>(path, { signal }),
    placeholderData: (known) => known,
  })
  return (
    <WaitingChanges
      title={t('title')}
      path={path}
      changes={data ?? []}
      subjectOf={({ subjectNo }) => subjectNo}
      differencesOf={(change) => ruleDifferences({ ...definition.fields, isActive }, change, label)}
      onDone={props.onDone}
    />
  )
}
