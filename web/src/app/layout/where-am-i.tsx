import type { ReactNode } from 'react'
import { useStore } from '../../kit/state/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { findPage } from '../page-list.ts'
import { startPage } from '../tabs/use-tab-location.ts'
import { tabStore } from '../tabs/tab-store.ts'
import styles from './layout.module.css'
import { shellMessages } from './shell-messages.ts'

/** Breadcrumb of the visible page: home, group, page. */
export function WhereAmI(): ReactNode {
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const { tabs, activePath } = useStore(tabStore)
  const page = findPage(activePath)
  const title = page ?? tabs.find((tab) => tab.path === activePath)?.title
  const items: { title: string; href?: string }[] = [
    ...(activePath === startPage.path
      ? []
      : [{ title: label(startPage.title), href: `#${startPage.path}` }]),
    ...(page === undefined ? [] : [{ title: label({ zh: page.groupZh, en: page.groupEn }) }]),
    ...(title === undefined ? [] : [{ title: label(title) }]),
  ]
  return (
    <div className={styles.where}>
      <nav aria-label={t('whereAmI')}>
        <ol>
          {items.map(({ title: text, href }) => (
            <li key={text}>{href === undefined ? text : <a href={href}>{text}</a>}</li>
          ))}
        </ol>
      </nav>
    </div>
  )
}
