import { Breadcrumb } from 'antd'
import type { ReactNode } from 'react'
import { useStore } from '../../kit/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { findPage } from '../page-list.ts'
import { startPage } from '../tabs/use-tab-location.ts'
import { tabStore } from '../tabs/tab-store.ts'
import styles from './layout.module.css'
import { shellMessages } from './shell-messages.ts'

/** Breadcrumb of the visible page, down to its group: its title is the heading below. */
export function WhereAmI(): ReactNode {
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const { activePath } = useStore(tabStore)
  const page = findPage(activePath)
  const start = { title: label(startPage.title) }
  const items = [
    activePath === startPage.path ? start : { ...start, href: `#${startPage.path}` },
    ...(page === undefined ? [] : [{ title: label({ zh: page.groupZh, en: page.groupEn }) }]),
  ]
  return (
    <div className={styles.where}>
      <Breadcrumb items={items} aria-label={t('whereAmI')} />
    </div>
  )
}
