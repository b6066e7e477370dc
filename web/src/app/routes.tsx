import type { IndexedPage } from '@kufang/contract/declaration-index.ts'
import type { Area } from '@kufang/contract/document/declare/area.ts'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { areasOf, indexedDocuments, loadDeclarations } from '../kit/declarations.ts'
import { composedPage, lazyPage } from '../kit/feedback/lazy-page.tsx'
import { areaScreens } from './areas.ts'
import { PageSkeleton } from './layout/page-skeleton.tsx'
import { appPages, findPage } from './page-list.ts'

type PageComponent = ComponentType<{ page: RegistryPage }>
type PageModule = { default: PageComponent }

/** The five page shells, by kind of page. */
const shells: Record<Exclude<RegistryPage['kind'], 'screen'>, () => Promise<PageModule>> = {
  create: () => import('../kit/pages/create-page.tsx'),
  maintain: () => import('../kit/pages/maintain-page.tsx'),
  step: () => import('../kit/pages/step-page.tsx'),
  query: () => import('../kit/pages/query-page.tsx'),
  master: () => import('../kit/pages/master-page.tsx'),
}

async function handWritten(path: string): Promise<PageModule | null> {
  const areas = await Promise.all(Object.values(areaScreens).map((load) => load()))
  for (const { screens } of areas) {
    const screen = screens[path]
    if (screen !== undefined) {
      const { default: Screen } = await screen()
      return { default: () => <Screen /> }
    }
  }
  return null
}

/** Loaded shells, by their load function. */
const shellsHere = new Map<unknown, unknown>()
/** Areas whose declarations and slots are loaded. */
const areasHere = new Set<Area>()

/** A page component and its code: a shell, with the slots and the declarations of its subject. */
interface CompletePage<Props> {
  Page: ComponentType<Props>
  load: () => Promise<unknown>
  isLoaded: () => boolean
}

/** A page component whose code is loaded before it is first rendered. */
function complete<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  names: readonly string[] = [],
): CompletePage<Props> {
  const whole = async (): Promise<{ default: ComponentType<Props> }> => {
    const [module] = await Promise.all([
      load(),
      import('../slots.ts').then(({ loadSlots }) => loadSlots(names)),
      loadDeclarations(names),
    ])
    shellsHere.set(load, module)
    for (const area of areasOf(names)) areasHere.add(area)
    return module
  }
  const ready = (): { default: ComponentType<Props> } | null =>
    areasOf(names).every((area) => areasHere.has(area))
      ? ((shellsHere.get(load) as { default: ComponentType<Props> } | undefined) ?? null)
      : null
  return {
    Page: composedPage(whole, ready, PageSkeleton),
    load: whole,
    isLoaded: () => ready() !== null,
  }
}

const HomePage = lazyPage(async () => ({
  default: (await import('./home/home-page.tsx')).HomePage,
}))
const outcomes = () => import('./stand-alone/outcome-pages.tsx')
const NoPermissionPage = lazyPage(async () => ({ default: (await outcomes()).NoPermissionPage }))
const NotFoundPage = lazyPage(async () => ({ default: (await outcomes()).NotFoundPage }))

/** A page of the menu: a hand-written screen or the shell of its kind. */
function completePage(page: IndexedPage): CompletePage<{ page: RegistryPage }> {
  if (page.kind === 'screen') {
    return complete(
      async () => (await handWritten(page.path)) ?? { default: () => <NotFoundPage /> },
      page.subject === 'document' || page.subject === 'master' ? page.names : [],
    )
  }
  return complete(shells[page.kind], page.names)
}

const documentPage = () => import('../kit/pages/document-page.tsx')

/** The page of one document, by its type. */
const documentPages = new Map(
  indexedDocuments.map(({ name }) => [name, complete(documentPage, [name]).Page]),
)

const MessageDetailPage = lazyPage(() => import('./messages/message-detail.tsx'))

const completePages = new Map(appPages.map(({ path, page }) => [path, completePage(page)]))

/** By then the start page is drawn. */
const aheadMs = 2000

/**
 * Loads the code of these pages, one after the other, while the browser has nothing else to do, so that a page opened
 * for the first time waits for its rows only. Hand-written screens are loaded when they are opened, and errors are
 * reported then. Returns a function that ends it.
 */
export function fetchPagesAhead(paths: ReadonlySet<string>): () => void {
  let isEnded = false
  const wanted = appPages.filter(({ path, page }) => page.kind !== 'screen' && paths.has(path))
  const loadNext = (): void => {
    const next = wanted.shift()
    const page = next === undefined ? undefined : completePages.get(next.path)
    if (isEnded || page === undefined) return
    if (page.isLoaded()) loadNext()
    else requestIdleCallback(() => void page.load().then(loadNext, () => undefined))
  }
  const timer = setTimeout(loadNext, aheadMs)
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

/** A page whose code is loaded when it is first opened. */
function lazily(page: ReactNode): ReactNode {
  return <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
}

/** The page of a path, and the variable parts of the path. */
export interface FoundPage {
  element: ReactNode
  params: Readonly<Record<string, string>>
}
export type PageAt = (pathname: string) => FoundPage

const noParams = {}
const found = (element: ReactNode, params: FoundPage['params'] = noParams): FoundPage => ({
  element: lazily(element),
  params,
})

/**
 * Finds the page of a path. `permitted` are the paths the user may open; another known path shows 401, an unknown one
 * 404.
 */
export function pageFinder(permitted: ReadonlySet<string>): PageAt {
  return (pathname) => {
    if (pathname === '/index') return found(<HomePage />)
    const page = findPage(pathname)
    const Page = completePages.get(pathname)?.Page
    if (page !== undefined && Page !== undefined && permitted.has(pathname)) {
      return found(<Page page={page.page} />)
    }
    if (page !== undefined || pathname === '/401') return found(<NoPermissionPage />)
    const [, kind = '', name = '', id = '', ...more] = pathname.split('/')
    const Document = kind === 'document' ? documentPages.get(name) : undefined
    const isOne = id !== '' && more.length === 0
    if (Document !== undefined && isOne) return found(<Document name={name} />, { id })
    if (kind === 'message' && isOne) return found(<MessageDetailPage />, { type: name, id })
    return found(<NotFoundPage />)
  }
}
