import { greeting } from '@kufang/kernel/time.ts'
import { Button, Flex } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { Card } from '../../kit/pages/frame/card.tsx'
import { navigate } from '../../kit/location/hash-location.ts'
import { useStore } from '../../kit/state/store.ts'
import { usePageLocation } from '../../kit/tab/page-location.ts'
import { useTabTitle } from '../../kit/tab/tab-context.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { TourOffer } from '../workspace/tour-offer.tsx'
import { shellMessages } from '../layout/shell-messages.ts'
import { findPage, permittedGroups } from '../page-list.ts'
import { useUser } from '../session/use-permission.ts'
import { DraftsCard } from './drafts-card.tsx'
import { homeMessages } from './home-messages.ts'
import { homeTitle } from './home-title.ts'
import styles from './home.module.css'
import { InboxCard } from './inbox-card.tsx'
import { Nothing } from './nothing.tsx'
import { pageMemory } from './page-memory.ts'
import { StockCard } from './stock-card.tsx'
import { WorkCard } from './work-card.tsx'

const stockPath = '/Stock/stockSearch'
/** As in the contract, whose declarations this page does not load. */
const announcePath = '/deliverManager/supplierCreate'

/** Loaded by suppliers only. */
const SupplierHome = lazyPart(async () => ({
  default: (await import('../../supplier-portal/supplier-home.tsx')).SupplierHomeTiles,
}))

/**
 * The home page: to-dos, favourite and recent pages, stock overview. Of a person who signs in for a supplier first what
 * waits for the supplier.
 */
export function HomePage(): ReactNode {
  const t = useMessages(shellMessages)
  const user = useUser()
  const title = homeTitle(usePageLocation().search)
  useTabTitle(title ?? shellMessages.home)
  const [openedAt] = useState(() => new Date())
  const { favourites, recents } = useStore(pageMemory)
  const [maySeeStock] = useState(() =>
    permittedGroups(user.roles).some((group) => group.pages.some(({ path }) => path === stockPath)),
  )
  const welcome = t('greetingTo', { greeting: t(greeting(openedAt)), name: user.username })
  return (
    <Flex vertical gap={12}>
      <Flex align="center" justify="space-between" gap={12}>
        <h1 className={styles.greeting} tabIndex={-1}>
          {title ?? welcome}
        </h1>
        {user.isSupplier ? (
          <AnnounceButton roles={user.roles} />
        ) : (
          <PagesAtHand roles={user.roles} />
        )}
      </Flex>
      {title !== null && <p className={styles.welcome}>{welcome}</p>}
      {user.isSupplier && (
        <Suspense fallback={null}>
          <SupplierHome />
        </Suspense>
      )}
      <InboxCard />
      <WorkCard />
      <div className={styles.columns}>
        <Card title={t('favourites')}>
          <PageLinks paths={favourites} empty={t('noFavourites')} />
        </Card>
        <Card title={t('recents')}>
          <PageLinks paths={recents} empty={t('noRecents')} />
        </Card>
        <DraftsCard />
      </div>
      {maySeeStock && <StockCard />}
      <TourOffer />
    </Flex>
  )
}

/** The one primary action of a supplier. */
function AnnounceButton({ roles }: { roles: readonly string[] }): ReactNode {
  const t = useMessages(homeMessages)
  const mayAnnounce = permittedGroups(roles).some(({ pages }) =>
    pages.some(({ path }) => path === announcePath),
  )
  if (!mayAnnounce) return null
  return (
    <Button type="primary" aria-keyshortcuts="Alt+N" onClick={() => navigate(announcePath)}>
      {t('announce')}
    </Button>
  )
}

/** What cannot wait for the way through the menu. */
function PagesAtHand({ roles }: { roles: readonly string[] }): ReactNode {
  const { label } = useLanguage()
  const pages = permittedGroups(roles)
    .flatMap((group) => group.pages)
    .filter(({ page }) => page.isAtHand === true)
  return (
    <Flex gap={8}>
      {pages.map((page) => (
        <Button key={page.path} danger href={`#${page.path}`}>
          {label(page)}
        </Button>
      ))}
    </Flex>
  )
}

function PageLinks({ paths, empty }: { paths: readonly string[]; empty: string }): ReactNode {
  const { label } = useLanguage()
  const pages = paths.flatMap((path) => findPage(path) ?? [])
  if (pages.length === 0) return <Nothing text={empty} />
  return (
    <ul className={styles.links}>
      {pages.map((page) => (
        <li key={page.path}>
          <a href={`#${page.path}`}>{label(page)}</a>
          <small>{label({ zh: page.groupZh, en: page.groupEn })}</small>
        </li>
      ))}
    </ul>
  )
}
