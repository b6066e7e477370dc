import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import type { MasterImport } from '@kufang/contract/document/master-record.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { TickBar, TickGroups } from '../kit/board/tick-board.tsx'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { markStale, useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useUnsavedWork } from '../kit/tab/tab-context.ts'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './relation-board.module.css'
import { changesOf, isOffered, keyOfRow, narrowOf, type RelationKind } from './relation-kinds.ts'

const messages = defineMessages({
  find: { zh: '编码、名称', en: 'Code, name' },
  choose: { zh: '选择左侧一项', en: 'Choose one on the left' },
  all: { zh: '全部', en: 'All' },
  nothing: { zh: '没有可以关联的项', en: 'There is nothing to relate it to' },
  changes: {
    zh: '新增 {added} 条，停用 {ended} 条',
    en: '{added} to be added, {ended} to be disabled',
  },
  saved: { zh: '已保存', en: 'Saved' },
  cut: {
    zh: '只显示前 200 项，请用搜索缩小',
    en: 'The first 200 are shown; narrow by searching',
  },
  findItems: { zh: '查找右侧各项', en: 'Find on the right' },
})

const searchMax = 200
const rowsMax = 500

interface Tick {
  row: Row
  isTicked: boolean
}

const search = (master: string, text: string, signal: AbortSignal, narrow: Row = {}) =>
  api.post<Row[]>(`/api/masters/${master}/search`, { text, size: searchMax, narrow }, { signal })

/** A subject on the left, on the right all it may be related to: ticked one by one or group by group, and saved at once. */
// oxlint-disable-next-line max-lines-per-function -- markup: one board with both of its sides
export function RelationBoard({ kind }: { kind: RelationKind }): ReactNode {
  const { definition, subject: subjectMaster, item: itemMaster, subjectField } = kind
  const { name } = definition
  const t = useMessages(messages)
  const { label, language } = useLanguage()
  const keys = useIntentKeys()
  const version = useEntityVersion(name)
  const [text, setText] = useState('')
  const [itemText, setItemText] = useState('')
  const [subject, setSubject] = useState<Row | null>(null)
  /** What was ticked or unticked, by the key of its row, also of items that another search shows. */
  const [ticked, setTicked] = useState<ReadonlyMap<string, Tick>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const subjects = useQuery({
    queryKey: ['master-search', subjectMaster, 'board', text],
    queryFn: ({ signal }) => search(subjectMaster, text, signal),
    placeholderData: (before) => before,
  })
  const narrow = subject === null ? {} : narrowOf(kind, subject)
  const items = useQuery({
    queryKey: ['master-search', itemMaster, 'board', itemText, narrow],
    queryFn: ({ signal }) => search(itemMaster, itemText, signal, narrow),
    enabled: subject !== null,
    placeholderData: (before) => before,
  })
  const code = textOf(subject?.[subjectField])
  const company = kind.offers === 'all' ? '' : textOf(subject?.['companyCode'])
  const rows = useQuery({
    queryKey: ['relation', name, company, code, version],
    queryFn: ({ signal }) =>
      api.post<ListResponse<Row>>(
        `/api/masters/${name}/list`,
        {
          filters: [
            { field: subjectField, operator: 'eq', value: code },
            ...(company === '' ? [] : [{ field: 'companyCode', operator: 'eq', value: company }]),
            { field: 'isActive', operator: 'eq', value: true },
          ],
          size: rowsMax,
        },
        { signal },
      ),
    enabled: subject !== null,
  })
  const offered = useMemo(() => {
    if (subject === null) return []
    return (items.data ?? [])
      .filter((item) => isOffered(kind, subject, item))
      .map((item) => {
        const row = kind.rowOf(subject, item)
        return { item, row, key: keyOfRow(definition, row) }
      })
  }, [subject, items.data, kind, definition])
  const live = useMemo(
    () => new Set((rows.data?.rows ?? []).map((row) => keyOfRow(definition, row))),
    [rows.data, definition],
  )
  const now = new Set(
    [...live, ...ticked.keys()].filter((key) => ticked.get(key)?.isTicked ?? true),
  )
  const { added, ended } = changesOf(live, now)
  const isChanged = added.length + ended.length > 0
  useUnsavedWork(isChanged)
  const tick = (of: readonly string[], isTicked: boolean): void => {
    const next = new Map(ticked)
    for (const { key, row } of offered) if (of.includes(key)) next.set(key, { row, isTicked })
    setTicked(next)
  }
  const save = async (): Promise<void> => {
    const body = {
      onRefusal: 'stop',
      rows: [...added, ...ended].map((key, index) => ({
        line: index + 1,
        // What is known already keeps its other fields.
        values: { ...ticked.get(key)!.row, isActive: added.includes(key) },
      })),
    }
    setBusy(true)
    try {
      const answer = await api.post<MasterImport>(`/api/masters/${name}/import`, body, {
        idempotencyKey: keys.of(body),
      })
      const [refused] = answer.refusals
      if (!answer.isImported && refused !== undefined) {
        toast.warning(refused[language])
        return
      }
      keys.done()
      setTicked(new Map())
      markStale(name)
      toast.success(t('saved'))
    } catch (thrown) {
      toast.error(thrown)
    } finally {
      setBusy(false)
    }
  }
  const itemCode = (item: Row): string =>
    textOf(
      item[
        { 'storage-location': 'storageLocation', plant: 'plant' }[itemMaster as string] ??
          'companyCode'
      ],
    )
  const groups = [...Map.groupBy(offered, ({ item }) => kind.groupOf(item))].map(
    ([group, members]) => ({
      key: group,
      name: group || t('all'),
      members: members.map(({ item, key }) => ({
        key,
        text: `${itemCode(item)} ${textOf(item['name'])}`,
      })),
    }),
  )
  return (
    <div className={styles.board}>
      <div className={styles.subjects}>
        <Input.Search
          allowClear
          aria-label={t('find')}
          placeholder={t('find')}
          onSearch={(value) => setText(value.trim())}
        />
        <div className={styles.list} role="listbox" aria-label={label(definition.label)}>
          {(subjects.data ?? []).map((row) => {
            const own = `${textOf(row['companyCode'])} ${textOf(row[subjectField])}`
            const isChosen =
              subject !== null &&
              own === `${textOf(subject['companyCode'])} ${textOf(subject[subjectField])}`
            return (
              <button
                key={own}
                type="button"
                role="option"
                aria-selected={isChosen}
                className={isChosen ? styles.chosen : styles.subject}
                onClick={() => {
                  setSubject(row)
                  setTicked(new Map())
                }}
              >
                {withDetail(textOf(row['name']), own)}
              </button>
            )
          })}
        </div>
        {subjects.data?.length === searchMax && <p>{t('cut')}</p>}
      </div>
      <div className={styles.items}>
        {subject === null ? (
          <p>{t('choose')}</p>
        ) : rows.data === undefined || items.data === undefined ? (
          <TabState
            error={rows.error ?? items.error}
            isLoading={rows.isLoading || items.isLoading}
            onRetry={() => Promise.all([rows.refetch(), items.refetch()])}
          />
        ) : (
          <>
            <p role="note">{label(now.size === 0 ? kind.none : kind.some)}</p>
            {offered.length === 0 && <p>{t('nothing')}</p>}
            {(itemText !== '' || items.data.length === searchMax) && (
              <Input.Search
                allowClear
                aria-label={t('findItems')}
                placeholder={t('find')}
                onSearch={(value) => setItemText(value.trim())}
              />
            )}
            {items.data.length === searchMax && <p>{t('cut')}</p>}
            <TickGroups
              label={label(definition.label)}
              groups={groups}
              ticked={now}
              isFixed={isBusy}
              onTick={tick}
            />
            <TickBar
              changes={
                isChanged ? t('changes', { added: added.length, ended: ended.length }) : null
              }
              isBusy={isBusy}
              onBack={() => setTicked(new Map())}
              onSave={() => void save()}
            />
          </>
        )}
      </div>
    </div>
  )
}
