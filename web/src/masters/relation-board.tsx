import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import type { MasterImport } from '@kufang/contract/document/master-record.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { useIntentKeys } from '../kit/document/act/intent-key.ts'
import { TabState } from '../kit/document/view/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { markStale, useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useUnsavedWork } from '../kit/tab/tab-context.ts'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './relation-board.module.css'
import { changesOf, keyOfRow, type RelationKind } from './relation-kinds.ts'

const messages = defineMessages({
  find: { zh: '编码、名称', en: 'Code, name' },
  choose: { zh: '选择左侧一项', en: 'Choose one on the left' },
  whole: { zh: '勾选整组', en: 'Tick the whole group' },
  wholeOf: { zh: '勾选整组 {group}', en: 'Tick the whole group {group}' },
  all: { zh: '全部', en: 'All' },
  nothing: { zh: '没有可以关联的项', en: 'There is nothing to relate it to' },
  changes: {
    zh: '新增 {added} 条，停用 {ended} 条',
    en: '{added} to be added, {ended} to be disabled',
  },
  same: { zh: '没有未保存的变更', en: 'Nothing to save' },
  back: { zh: '还原', en: 'Undo' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存', en: 'Saved' },
  cut: {
    zh: '只显示前 200 项，请用搜索缩小',
    en: 'The first 200 are shown; narrow by searching',
  },
})

const searchMax = 200
const rowsMax = 500

const search = (master: string, text: string, signal: AbortSignal) =>
  api.post<Row[]>(`/api/masters/${master}/search`, { text, size: searchMax }, { signal })

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
  const [subject, setSubject] = useState<Row | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const subjects = useQuery({
    queryKey: ['master-search', subjectMaster, 'board', text],
    queryFn: ({ signal }) => search(subjectMaster, text, signal),
    placeholderData: (before) => before,
  })
  const items = useQuery({
    queryKey: ['master-search', itemMaster, 'board'],
    queryFn: ({ signal }) => search(itemMaster, '', signal),
  })
  const code = textOf(subject?.[subjectField])
  const rows = useQuery({
    queryKey: ['relation', name, code, version],
    queryFn: ({ signal }) =>
      api.post<ListResponse<Row>>(
        `/api/masters/${name}/list`,
        {
          filters: [
            { field: subjectField, operator: 'eq', value: code },
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
      .filter((item) => kind.isOffered(subject, item))
      .map((item) => {
        const row = kind.rowOf(subject, item)
        return { item, row, key: keyOfRow(definition, row) }
      })
  }, [subject, items.data, kind, definition])
  const live = useMemo(() => {
    const known = new Set(offered.map(({ key }) => key))
    const found = (rows.data?.rows ?? []).map((row) => keyOfRow(definition, row))
    return new Set(found.filter((key) => known.has(key)))
  }, [rows.data, definition, offered])
  const now = ticked ?? live
  const { added, ended } = changesOf(live, now)
  const isChanged = added.length + ended.length > 0
  useUnsavedWork(isChanged)
  const tick = (of: readonly string[], isTicked: boolean): void => {
    const next = new Set(now)
    for (const key of of) {
      if (isTicked) next.add(key)
      else next.delete(key)
    }
    setTicked(next)
  }
  const save = async (): Promise<void> => {
    const body = {
      onRefusal: 'stop',
      rows: offered
        .filter(({ key }) => added.includes(key) || ended.includes(key))
        .map(({ row, key }, index) => ({
          line: index + 1,
          // What is known already keeps its other fields.
          values: { ...row, isActive: added.includes(key) },
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
      setTicked(null)
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
  const groups = [...Map.groupBy(offered, ({ item }) => kind.groupOf(item))]
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
                  setTicked(null)
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
            <div
              className={styles.groups}
              role="toolbar"
              aria-orientation="vertical"
              tabIndex={-1}
              aria-label={label(definition.label)}
              onKeyDown={walk}
            >
              {groups.map(([group, members]) => {
                const all = members.map(({ key }) => key)
                const count = all.filter((key) => now.has(key)).length
                return (
                  <fieldset key={group} className={styles.group}>
                    <legend>{group || t('all')}</legend>
                    <Checkbox
                      aria-label={t('wholeOf', { group: group || t('all') })}
                      disabled={isBusy}
                      checked={count > 0 && count === all.length}
                      indeterminate={count > 0 && count < all.length}
                      onChange={(event) => tick(all, event.target.checked)}
                    >
                      {t('whole')}
                    </Checkbox>
                    <div className={styles.members}>
                      {members.map(({ item, key }) => (
                        <Checkbox
                          key={key}
                          disabled={isBusy}
                          checked={now.has(key)}
                          onChange={(event) => tick([key], event.target.checked)}
                        >
                          {`${itemCode(item)} ${textOf(item['name'])}`}
                        </Checkbox>
                      ))}
                    </div>
                  </fieldset>
                )
              })}
            </div>
            <div className={styles.bar} role="toolbar">
              <span role="status">
                {isChanged ? t('changes', { added: added.length, ended: ended.length }) : t('same')}
              </span>
              <Button disabled={!isChanged || isBusy} onClick={() => setTicked(null)}>
                {t('back')}
              </Button>
              <Button
                type="primary"
                aria-keyshortcuts="Control+S"
                disabled={!isChanged}
                loading={isBusy}
                onClick={() => void save()}
              >
                {t('save')}
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  )
}

/** Arrow keys move between the boxes of the board. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const boxes = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled'),
  ]
  const at = boxes.indexOf(event.target as HTMLInputElement)
  const next = at < 0 ? undefined : boxes[at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
