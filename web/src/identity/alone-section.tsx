import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { listed, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import styles from './identity.module.css'
import { userEntity } from './user.ts'

/** What a user could do alone (GET /api/system/users/:id/alone). */
interface Alone {
  isAlone: boolean
  givesRights: boolean
  givesRightsAlone: boolean
  approversOfRights: readonly string[]
  paths: readonly AlonePath[]
}

interface AlonePath {
  document: string
  documentLabel: Label
  goal: 'goods' | 'posting'
  isOpen: boolean
  because: Label | null
  steps: readonly {
    document: string
    documentLabel: Label
    act: string
    label: Label
    isSystem: boolean
    stop: Label | null
  }[]
}

const messages = defineMessages({
  title: { zh: '一人能否独自办完', en: 'What one person could do alone' },
  none: {
    zh: '没有一条路可以由本人独自走完：从制单到动用库存或过账，每条路都有别人把关',
    en: 'No path can be walked alone: from creation to stock or posting each needs somebody else',
  },
  nothing: {
    zh: '本人不能动用库存，也不能过账',
    en: 'This person can neither move goods nor post',
  },
  open: {
    zh: '有 {count} 条路可以由本人独自走完，请收回其中一步的角色',
    en: '{count} {count|path|paths} can be walked alone: take back the role of one of the steps',
  },
  rightsAlone: {
    zh: '本人可以不经另一人批准授予敏感权限，包括给自己的另一个账号；请设置“权限变更的第二人批准”，并另设一名可批准的人员',
    en: 'This person can give sensitive rights without another person, also to a second account of his own: set the parameter “Second approval of rights”, and have somebody who could approve',
  },
  rightsApproved: {
    zh: '授予敏感权限须由另一人批准：{people}',
    en: 'Sensitive rights that this person gives are approved by another: {people}',
  },
  goods: { zh: '动用库存', en: 'goods are moved or held' },
  posting: { zh: '过账', en: 'posted' },
  alone: { zh: '可独自走完', en: 'Alone' },
  stopped: { zh: '独自走不通', en: 'Not alone' },
  onPurpose: { zh: '有意允许', en: 'On purpose' },
  bySystem: { zh: '系统', en: 'system' },
  scope: {
    zh: '按现有角色和按钮权限计算，不考虑数据范围。',
    en: 'Computed from the roles and functions held now, whatever the data scope.',
  },
})

/** For the dialog of a user: whether he could create, move and post goods alone, and what stops him at which step. */
export function AloneSection({ userId }: { userId: string }): ReactNode {
  const t = useMessages(messages)
  const changed = useEntityVersion(userEntity)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['user', userId, 'alone', changed],
    queryFn: ({ signal }) => api.get<Alone>(`/api/system/users/${userId}/alone`, { signal }),
  })
  if (data === undefined)
    return <TabState error={error} isLoading={isLoading} onRetry={() => refetch()} />
  const open = data.paths.filter(({ isOpen }) => isOpen).length
  const words =
    open > 0 ? t('open', { count: open }) : t(data.paths.length === 0 ? 'nothing' : 'none')
  return (
    <section className={styles.alone} aria-label={t('title')}>
      <Alert type={open > 0 ? 'error' : 'success'} showIcon title={words} />
      {data.givesRights && (
        <Alert
          type={data.givesRightsAlone ? 'error' : 'success'}
          showIcon
          title={
            data.givesRightsAlone
              ? t('rightsAlone')
              : t('rightsApproved', { people: listed(data.approversOfRights) })
          }
        />
      )}
      {data.paths.length > 0 && (
        <details open={open > 0}>
          <summary>{t('title')}</summary>
          <p>{t('scope')}</p>
          <ul>
            {data.paths.map((path) => (
              <PathRow key={`${path.document} ${path.goal}`} path={path} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function PathRow({ path }: { path: AlonePath }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  return (
    <li>
      <strong>
        {label(path.documentLabel)} · {t(path.goal)}
      </strong>{' '}
      <StateTag
        tone={path.isOpen ? 'failed' : path.because === null ? 'done' : 'waiting'}
        label={t(path.isOpen ? 'alone' : path.because === null ? 'stopped' : 'onPurpose')}
      />
      {path.because !== null && <em> {label(path.because)}</em>}
      <ol>
        {path.steps.map((step, index) => (
          <li key={index}>
            {label(step.documentLabel)} {label(step.label)}
            {step.isSystem && ` (${t('bySystem')})`}
            {step.stop !== null && <em> {label(step.stop)}</em>}
          </li>
        ))}
      </ol>
    </li>
  )
}
