import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import type {
  BoardGroup,
  BoardItem,
  RelationBoard,
} from '@kufang/contract/identity/relation-board.ts'
import { api } from '../kit/api/client.ts'
import { TickBar, TickGroups, type TickGroup } from '../kit/board/tick-board.tsx'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { markStale, useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useUnsavedWork } from '../kit/tab/tab-context.ts'
import { withDetail, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { allInText, allLabel } from './all-values.ts'
import { boardChanges, grantedKeys, keyOf, matching } from './board-model.ts'
import styles from './identity.module.css'
import { useReason, type MayWait } from './use-reason.tsx'
import { userEntity, type UserRecord } from './user.ts'

const messages = defineMessages({
  find: { zh: '编码、名称', en: 'Code, name' },
  everything: { zh: '全部（含以后新增的）', en: 'All (also those that come later)' },
  everythingOf: {
    zh: '{group} 全部（含以后新增的）',
    en: 'All of {group}, also those that come later',
  },
  groups: { zh: '物料组', en: 'Material groups' },
  wider: { zh: '其他已授权的范围', en: 'Granted otherwise' },
  changes: {
    zh: '新增 {added} 条，结束 {ended} 条',
    en: '{added} to be added, {ended} to be ended',
  },
  saved: {
    zh: '已新增 {added} 条，结束 {ended} 条；数据范围立即生效',
    en: '{added} added, {ended} ended; the data scope applies from now on',
  },
  cut: {
    zh: '只显示前 5000 项，请用搜索缩小',
    en: 'Only the first 5000 are shown; narrow by searching',
  },
  empty: {
    zh: '您的数据范围内没有可授权的项',
    en: 'There is nothing in your own data scope to grant',
  },
  keys: {
    zh: '方向键移动，空格勾选，Ctrl+S 保存',
    en: 'Arrow keys move, Space ticks, Ctrl+S saves',
  },
})

/** The right side of the board: what the user may be granted, by place; a whole group is ticked at once. */
// oxlint-disable-next-line max-lines-per-function -- one board: what is ticked, what is saved and what it is called share their state
export function RelationBoardView(props: {
  relation: AnyRelation
  user: UserRecord
  entity: string
}): ReactNode {
  const { relation, user, entity } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const keys = useIntentKeys()
  const reasoned = useReason()
  const version = useEntityVersion(entity)
  const [text, setText] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const path = `/api/system/relations/${relation.name}`
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['relation-board', relation.name, user.id, version],
    queryFn: ({ signal }) =>
      api.post<RelationBoard>(`${path}/board`, { userId: user.id }, { signal }),
    staleTime: 0,
  })
  // What somebody else has changed meanwhile is shown, and own ticks begin anew.
  useEffect(() => setTicked(null), [data])
  const groups = data?.groups ?? []
  const now = ticked ?? grantedKeys(groups)
  const { added, ended } = boardChanges(groups, now)
  const isChanged = added.length + ended.length > 0
  useUnsavedWork(isChanged)
  const isFixed = user.barrier !== null
  const tick = (of: readonly string[], isTicked: boolean): void => {
    const next = new Set(now)
    for (const key of of) {
      if (isTicked) next.add(key)
      else next.delete(key)
    }
    setTicked(next)
  }
  const textOfItem = ({ code, name }: BoardItem): string =>
    name === code || name === '' ? allInText(code, label(allLabel)) : `${code} ${name}`
  /** The values of one place. */
  const tickGroup = (group: BoardGroup): TickGroup => {
    const { code, all, items } = group
    const name =
      group.isWider === true ? t('wider') : code === '' ? t('groups') : withDetail(group.name, code)
    return {
      key: `${code} ${group.name}`,
      name,
      members: items.map((item) => ({ key: keyOf(item.value), text: textOfItem(item) })),
      ...(all !== null && {
        all: {
          key: keyOf(all.value),
          text: t('everything'),
          name: t('everythingOf', { group: name }),
        },
      }),
    }
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      let isWaiting = false
      if (added.length > 0) {
        const answer = await reasoned.send((reason) => {
          const body = { userId: user.id, values: added, ...reason }
          return api.post<MayWait & { added: number }>(`${path}/add`, body, {
            idempotencyKey: keys.of(body),
          })
        })
        if (answer === null) return
        isWaiting = answer.waiting != null
      }
      if (ended.length > 0) {
        const body = { userId: user.id, ids: ended }
        await api.post(`${path}/remove`, body, { idempotencyKey: keys.of(body) })
      }
      keys.done()
      if (!isWaiting) toast.success(t('saved', { added: added.length, ended: ended.length }))
      markStale(entity)
      markStale(userEntity)
    } catch (thrown) {
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  const shown = matching(groups, text)
  return (
    <div className={styles.rights}>
      <div className={styles.functions}>
        <Input.Search
          allowClear
          className={styles.finder ?? ''}
          aria-label={t('find')}
          placeholder={t('find')}
          onChange={(event) => setText(event.target.value)}
        />
        <span>{t('keys')}</span>
      </div>
      {failure !== null && <ErrorBanner error={failure} onClose={() => setFailure(null)} />}
      {reasoned.dialog}
      {data.isCut && <p>{t('cut')}</p>}
      {groups.length === 0 && <p>{t('empty')}</p>}
      <TickGroups
        label={label(relation.label)}
        groups={shown.map(tickGroup)}
        ticked={now}
        isFixed={isFixed || isBusy}
        onTick={tick}
      />
      <TickBar
        changes={isChanged ? t('changes', { added: added.length, ended: ended.length }) : null}
        isBusy={isBusy}
        refusal={user.barrier === null ? '' : label(user.barrier)}
        onBack={() => setTicked(null)}
        onSave={() => void save()}
      />
    </div>
  )
}
