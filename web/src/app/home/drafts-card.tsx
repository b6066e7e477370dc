import { useState } from 'react'
import type { ReactNode } from 'react'
import { indexedDocument } from '../../kit/declarations.ts'
import { listDrafts } from '../../kit/document/entry/entry-draft.ts'
import { momentText } from '../../kit/fields/moment-text.ts'
import { Card } from '../../kit/pages/frame/card.tsx'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { findPage } from '../page-list.ts'
import { useUser } from '../session/use-permission.ts'
import { homeMessages } from './home-messages.ts'
import styles from './home.module.css'
import { Nothing } from './nothing.tsx'

/** Unsent drafts kept in this browser, with links to their pages. */
export function DraftsCard(): ReactNode {
  const t = useMessages(homeMessages)
  const { label } = useLanguage()
  const { account } = useUser()
  const [drafts] = useState(() => listDrafts(account, localStorage))
  const shown = drafts.flatMap((draft) => {
    const [path = '', name = ''] = draft.page.split(' ')
    const page = findPage(path)
    const definition = indexedDocument(name)
    return page === undefined || definition === undefined ? [] : [{ draft, page, definition }]
  })
  return (
    <Card title={t('drafts')}>
      {shown.length === 0 ? (
        <Nothing text={t('noDrafts')} />
      ) : (
        <ul className={styles.links}>
          {shown.map(({ draft, page, definition }) => (
            <li key={draft.page}>
              <a href={`#${page.path}`}>{label(page)}</a>
              <small>
                {label(definition.label)} · {t('draftLines', { count: draft.lineCount })} ·{' '}
                {momentText(draft.savedAt)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
