import { textOf } from '@kufang/kernel/text-of.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import type {
  ParameterEntry,
  ParameterName,
  ParameterRow,
} from '@kufang/contract/system/business-parameters.ts'
import type { AnyParameter } from '@kufang/contract/system/parameter-kinds.ts'
import { api } from '../kit/api/client.ts'
import { WaitingChanges } from '../kit/approval/waiting-changes.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { ParameterDialog } from './parameter-dialog.tsx'
import { placeOf, valueText } from './parameter-value.ts'
import styles from './system.module.css'

const messages = defineMessages({
  change: { zh: '设置', en: 'Set' },
  default: { zh: '默认值：{value}', en: 'Default: {value}' },
  waiting: { zh: '未生效的变更', en: 'Changes not yet in force' },
  history: { zh: '生效记录', en: 'History' },
  place: { zh: '适用范围', en: 'Counts for' },
  value: { zh: '值', en: 'Value' },
  validFrom: { zh: '生效日', en: 'From' },
  now: { zh: '当前生效', en: 'In force' },
  remark: { zh: '说明', en: 'Remark' },
  changedByName: { zh: '修改人', en: 'Changed by' },
  changedAt: { zh: '修改时间', en: 'Changed at' },
})

export const settingsKey = ['settings', 'business']

/** The business parameters by company and plant, with date and author. */
export function BusinessSettings(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const [changing, setChanging] = useState<ParameterRow | null>(null)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.get<ParameterRow[]>('/api/settings/business', { signal }),
  })
  const reload = (): void => {
    client.invalidateQueries({ queryKey: settingsKey }).catch(console.error)
  }
  return (
    <>
      {data === undefined ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} />
      ) : (
        <div className={styles.settings}>
          {data.map((row) => {
            const parameter: AnyParameter = businessParameters[row.name]
            return (
              <section
                key={row.name}
                className={styles.setting}
                aria-label={label(parameter.label)}
              >
                <div className={styles.settingHead}>
                  <h2 className={styles.settingName}>{label(parameter.label)}</h2>
                  <span className={styles.quiet}>{row.name}</span>
                  <span className={styles.spring} />
                  <span>
                    {t('default', { value: label(valueText(parameter, parameter.default)) })}
                  </span>
                  <Button onClick={() => setChanging(row)}>{t('change')}</Button>
                </div>
                <p className={styles.help}>{label(parameter.help)}</p>
                <WaitingEntries row={row} onDone={reload} />
                {row.entries.length > 0 && <History name={row.name} entries={row.entries} />}
              </section>
            )
          })}
        </div>
      )}
      {changing !== null && (
        <ParameterDialog row={changing} onClose={() => setChanging(null)} onDone={reload} />
      )}
    </>
  )
}

/** The changes of a control that wait for another person or for their day, beside what is in force. */
function WaitingEntries(props: { row: ParameterRow; onDone: () => void }): ReactNode {
  const { row } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const valueOf = (values: RuleChange['before']): string =>
    label(valueText(businessParameters[row.name], (values as Valued | null)?.value ?? null))
  return (
    <WaitingChanges
      isSetUp
      title={t('waiting')}
      path="/api/settings/business/changes"
      changes={row.changes}
      subjectOf={({ after }) => label(placeOf(entryWanted(after)))}
      differencesOf={({ before, after }) => [`${valueOf(before)} → ${valueOf(after)}`]}
      onDone={props.onDone}
    />
  )
}

/** The entry that a change asks for; one requested before material groups had values names none. */
const entryWanted = (after: RuleChange['after']): ParameterEntry => ({
  ...(after as unknown as ParameterEntry),
  materialGroup: textOf(after['materialGroup']),
})

type Valued = Pick<ParameterEntry, 'value'>

function History({
  name,
  entries,
}: {
  name: ParameterName
  entries: readonly ParameterEntry[]
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const columns = useMemo(
    (): GridColumn<ParameterEntry>[] => [
      {
        field: 'companyCode',
        label: t('place'),
        kind: 'text',
        width: 220,
        render: (row) => label(placeOf(row)),
      },
      {
        field: 'value',
        label: t('value'),
        kind: 'text',
        width: 180,
        render: (row) => label(valueText(businessParameters[name], row.value)),
      },
      { field: 'validFrom', label: t('validFrom'), kind: 'date', width: 110 },
      {
        field: 'isCurrent',
        label: t('now'),
        kind: 'flag',
        width: 90,
      },
      { field: 'remark', label: t('remark'), kind: 'text', width: 180 },
      { field: 'changedByName', label: t('changedByName'), kind: 'text', width: 170 },
      { field: 'changedAt', label: t('changedAt'), kind: 'instant', width: 150 },
    ],
    [t, label, name],
  )
  return (
    <DataGrid
      pageKey={null}
      ariaLabel={t('history')}
      columns={columns}
      source={{ kind: 'rows', rows: entries }}
      rowId={(row) => row.id}
      height="content"
    />
  )
}
