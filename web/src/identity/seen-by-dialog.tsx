import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { SeenBy } from '@kufang/contract/identity/relation-board.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { listed, useLanguage, withDetail } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import styles from './identity.module.css'
import type { UserRecord } from './user.ts'

const messages = defineMessages({
  title: { zh: '{name} 能看到的内容', en: 'What {name} may see' },
  admin: { zh: '管理员：不受数据范围限制', en: 'Administrator: no data scope applies' },
  data: { zh: '数据', en: 'Data' },
  nothing: { zh: '看不到', en: 'Nothing' },
  pages: { zh: '页面', en: 'Pages' },
  noPages: { zh: '没有任何页面', en: 'No page at all' },
  more: { zh: '{examples} 等', en: '{examples} and others' },
})

/** What a person may see now, counted by the conditions that his own lists have, as far as the reader may see it. */
export function SeenByDialog({
  user,
  onClose,
}: {
  user: UserRecord
  onClose: () => void
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['seen-by', user.id],
    queryFn: ({ signal }) =>
      api.post<SeenBy>('/api/finding/seen-by', { userId: user.id }, { signal }),
    staleTime: 0,
  })
  return (
    <Dialog
      isOpen
      title={t('title', { name: withDetail(user.userName, user.account) })}
      onClose={onClose}
    >
      {data === undefined ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} />
      ) : (
        <>
          {data.isAdmin && <Tag color="warning">{t('admin')}</Tag>}
          <h2 className={styles.part}>{t('data')}</h2>
          <table className={styles.seen} aria-label={t('data')}>
            <tbody>
              {data.masters.map(({ master, label: of, count, examples }) => (
                <tr key={master}>
                  <th scope="row">{label(of)}</th>
                  <td>{count}</td>
                  <td>
                    {count === 0
                      ? t('nothing')
                      : count > examples.length
                        ? t('more', { examples: listed(examples) })
                        : listed(examples)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <h2 className={styles.part}>{t('pages')}</h2>
          {data.pages.length === 0 && <p>{t('noPages')}</p>}
          <table className={styles.seen} aria-label={t('pages')}>
            <tbody>
              {data.pages.map(({ group, titles }) => (
                <tr key={group.en}>
                  <th scope="row">{label(group)}</th>
                  <td>{titles.length}</td>
                  <td>{listed(titles.map((title) => label(title)))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  )
}
