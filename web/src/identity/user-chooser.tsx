import { useQuery } from '@tanstack/react-query'
import { Empty, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './identity.module.css'
import { userEntity } from './user.ts'
import type { UserPage, UserRecord } from './user.ts'

const messages = defineMessages({
  search: { zh: '账号、姓名', en: 'Account, name' },
  users: { zh: '用户', en: 'Users' },
  more: {
    zh: '共 {total} 人，请用搜索缩小',
    en: '{total} {total|user|users}; narrow by searching',
  },
  nobody: { zh: '没有符合的用户', en: 'Nobody matches' },
})

const shownAtMost = 100

/** The list of users on the left of a page about one user. */
export function UserChooser(props: {
  chosen: UserRecord | null
  onChoose: (user: UserRecord) => void
}): ReactNode {
  const t = useMessages(messages)
  const [search, setSearch] = useState('')
  const version = useEntityVersion(userEntity)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['users', search, version],
    queryFn: ({ signal }) =>
      api.post<UserPage>(
        '/api/system/users/list',
        { ...(search !== '' && { search }), pageNum: 1, pageSize: shownAtMost },
        { signal },
      ),
    placeholderData: (previous) => previous,
  })
  return (
    <div className={styles.chooser}>
      <Input.Search
        allowClear
        aria-label={t('search')}
        placeholder={t('search')}
        onSearch={(text) => setSearch(text.trim())}
      />
      {data === undefined ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} />
      ) : (
        <ul className={styles.users} aria-label={t('users')}>
          {data.rows.length === 0 && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('nobody')} />
          )}
          {data.rows.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                className={styles.user}
                aria-pressed={user.id === props.chosen?.id}
                onClick={() => props.onChoose(user)}
              >
                <strong>{user.userName}</strong>
                <span>{user.account}</span>
              </button>
            </li>
          ))}
          {data.total > data.rows.length && <li>{t('more', { total: data.total })}</li>}
        </ul>
      )}
    </div>
  )
}
