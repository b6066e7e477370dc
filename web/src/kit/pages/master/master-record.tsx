import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { flag } from '@kufang/contract/document/declare/field.ts'
import { label as words, type Label } from '@kufang/contract/document/declare/label.ts'
import type { MasterHistoryEntry, MasterUse } from '@kufang/contract/document/master-record.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../../api/client.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { openPath } from '../../document/document-path.ts'
import { DifferenceTable } from '../../document/view/difference-table.tsx'
import { TabState } from '../../document/tab-state.tsx'
import type { Row } from '../../fields/field-column.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import { recentMomentText } from '../../fields/moment-text.ts'
import { cellText } from '../../grid/cell-format.ts'
import { listed, useLanguage, withDetail } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { filteredPath } from '../list/list-link.ts'
import styles from './master.module.css'

const messages = defineMessages({
  title: { zh: '{name} {key}', en: '{name} {key}' },
  history: { zh: '变更历史', en: 'History' },
  uses: { zh: '使用情况', en: 'Used by' },
  unused: {
    zh: '没有其他主数据或用户使用它，您的页面中也没有按它筛选的列表',
    en: 'No other master data and no user names it, and none of your lists is filtered by it',
  },
  count: { zh: '{count} 项：{examples}', en: '{count}: {examples}' },
  more: { zh: '{count} 项：{examples} 等', en: '{count}: {examples} and others' },
  scope: { zh: '用户数据范围：{what}', en: 'Data scope of users: {what}' },
  lists: { zh: '按它筛选的列表', en: 'Lists filtered by it' },
  show: { zh: '查看', en: 'Show' },
  showOf: { zh: '查看{what}', en: 'Show {what}' },
  noChange: {
    zh: '没有记录到变更（来自 ERP 或初始数据）',
    en: 'No change is recorded (it came from the ERP or with the first data)',
  },
})

const actions: Readonly<Record<string, Label>> = {
  create: words('新建', 'Created'),
  update: words('修改', 'Changed'),
  disable: words('停用', 'Disabled'),
  enable: words('启用', 'Enabled'),
  'request-change': words('申请变更', 'Change requested'),
  'approve-change': words('批准变更', 'Change approved'),
  'refuse-change': words('驳回变更', 'Change refused'),
  'withdraw-change': words('撤回变更', 'Change withdrawn'),
  'expire-change': words('变更申请过期', 'Requested change lapsed'),
}

/** Recorded beside the change itself. */
const notShown = new Set(['version', 'updatedAt', 'updatedByName', 'pinyin'])

/** What was done to a row of a master, and who uses it. */
export default function MasterRecord(props: {
  definition: AnyMaster
  row: Row
  onClose: () => void
}): ReactNode {
  const { definition, row } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [part, setPart] = useState<'history' | 'uses'>('history')
  const key = Object.fromEntries(definition.key.map((name) => [name, row[name]]))
  const shownKey = definition.key
    .map((name) => textOf(row[name]))
    .filter((one) => one !== '')
    .join(' / ')
  return (
    <Dialog
      isOpen
      title={t('title', { name: label(definition.label), key: shownKey })}
      onClose={props.onClose}
    >
      <div className={styles.parts}>
        <Segmented
          className={styles.switch ?? ''}
          aria-label={label(definition.label)}
          value={part}
          options={(['history', 'uses'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setPart}
        />
        {part === 'history' ? (
          <History definition={definition} rowKey={key} />
        ) : (
          <Uses definition={definition} rowKey={key} onClose={props.onClose} />
        )}
      </div>
    </Dialog>
  )
}

function History({ definition, rowKey }: { definition: AnyMaster; rowKey: Row }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['master-history', definition.name, rowKey],
    queryFn: ({ signal }) =>
      api.post<MasterHistoryEntry[]>(
        `/api/masters/${definition.name}/history`,
        { key: rowKey },
        { signal },
      ),
    staleTime: 0,
  })
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  if (data.length === 0) return <p>{t('noChange')}</p>
  const fields = { ...definition.fields, isActive: flag(words('启用', 'Active')) }
  const fieldOf = (path: string) => (fields as AnyMaster['fields'])[path]
  return (
    <div>
      {data.map((entry) => (
        <section key={`${entry.at} ${entry.action}`} className={styles.entry}>
          <strong>{label(actions[entry.action] ?? { zh: entry.action, en: entry.action })}</strong>{' '}
          {withDetail(entry.userName, entry.account)} {recentMomentText(entry.at)}{' '}
          <span className={styles.quiet}>{entry.requestId}</span>
          <DifferenceTable
            before={entry.before}
            after={entry.after}
            nameOf={(path) => label(fieldOf(path)?.label ?? { zh: path, en: path })}
            textOf={(path, value) => {
              const field = fieldOf(path)
              return field === undefined
                ? undefined
                : cellText(fieldColumn(path, { ...field, required: false }), { [path]: value })
            }}
            leavesOut={(path) => notShown.has(path)}
          />
        </section>
      ))}
    </div>
  )
}

function Uses(props: { definition: AnyMaster; rowKey: Row; onClose: () => void }): ReactNode {
  const { definition, rowKey } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['master-uses', definition.name, rowKey],
    queryFn: ({ signal }) =>
      api.post<MasterUse[]>(`/api/masters/${definition.name}/uses`, { key: rowKey }, { signal }),
    staleTime: 0,
  })
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  if (data.length === 0) return <p>{t('unused')}</p>
  const counted = data.filter(({ kind }) => kind !== 'list')
  const lists = data.filter(({ kind }) => kind === 'list')
  const button = ({ path, filters, list, label: of }: MasterUse): ReactNode =>
    path !== undefined && (
      <Button
        size="small"
        aria-label={t('showOf', { what: label(of) })}
        onClick={() => {
          props.onClose()
          openPath(filters === undefined ? path : filteredPath(path, filters, list))
        }}
      >
        {t('show')}
      </Button>
    )
  return (
    <table className={styles.table} aria-label={t('uses')}>
      <tbody>
        {counted.map((use) => {
          const { kind, label: of, count, examples } = use
          const told = { count: count ?? 0, examples: listed(examples) }
          return (
            <tr key={`${kind} ${of.en}`}>
              <th scope="row">{kind === 'scope' ? t('scope', { what: label(of) }) : label(of)}</th>
              <td>{t(told.count > examples.length ? 'more' : 'count', told)}</td>
              <td>{button(use)}</td>
            </tr>
          )
        })}
        {lists.map((use, index) => (
          <tr key={`${use.path} ${use.list ?? ''}`}>
            <th scope="row">{index === 0 ? t('lists') : ''}</th>
            <td>{label(use.label)}</td>
            <td>{button(use)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
