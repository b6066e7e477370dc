import type { IndexedPage } from '@kufang/contract/declaration-index.ts'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Route } from 'react-router'
import { indexedDocuments, loadDeclarations } from '../kit/declarations.ts'
import { composedPage, lazyPage } from '../kit/feedback/lazy-page.tsx'
import { areaScreens } from './areas.ts'
import { PageSkeleton } from './layout/page-skeleton.tsx'
import { appPages } from './page-list.ts'

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
  for (const load of Object.values(areaScreens)) {
    const { screens } = await load()
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
/** Subjects whose declarations and slots are loaded. */
const subjectsHere = new Set<string>()

/** A page component that loads the slots and the declarations of its subject before it is first rendered. */
function complete<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  names: readonly string[] = [],
): ComponentType<Props> {
  const whole = async (): Promise<{ default: ComponentType<Props> }> => {
    const [module] = await Promise.all([
      load(),
      import('../slots.ts').then(({ loadSlots }) => loadSlots(names)),
      loadDeclarations(names),
    ])
    shellsHere.set(load, module)
    for (const name of names) subjectsHere.add(name)
    return module
  }
  const ready = (): { default: ComponentType<Props> } | null =>
    names.every((name) => subjectsHere.has(name))
      ? ((shellsHere.get(load) as { default: ComponentType<Props> } | undefined) ?? null)
      : null
  return composedPage(whole, ready, PageSkeleton)
}

const HomePage = lazyPage(async () => ({
  default: (await import('./home/home-page.tsx')).HomePage,
}))
const outcomes = () => import('./stand-alone/outcome-pages.tsx')
const NoPermissionPage = lazyPage(async () => ({ default: (await outcomes()).NoPermissionPage }))
const NotFoundPage = lazyPage(async () => ({ default: (await outcomes()).NotFoundPage }))

/** The component of a page: a hand-written screen or the shell of its kind. */
export function resolvePage(page: IndexedPage): PageComponent {
  if (page.kind === 'screen') {
    return complete(
      async () => (await handWritten(page.path)) ?? { default: () => <NotFoundPage /> },
    )
  }
  return complete(shells[page.kind], page.names)
}

const documentPage = () => import('../kit/pages/document-page.tsx')

/** The page of one document, by its type. */
const documentPages = indexedDocuments.map(({ name }) => ({
  name,
  Page: complete(documentPage, [name]),
}))

const MessageDetailPage = lazyPage(() => import('./messages/message-detail.tsx'))

const components = new Map(appPages.map(({ path, page }) => [path, resolvePage(page)]))

/** A page whose code is loaded when it is first opened. */
function lazily(page: ReactNode): ReactNode {
  return <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
}

/**
 * The routes of one kept page. `permitted` are the paths the user may open; another known path shows 401, an unknown
 * one 404.
 */
export function pageRoutes(permitted: ReadonlySet<string>): ReactNode {
  return (
    <>
      <Route path="/index" element={lazily(<HomePage />)} />
      <Route path="/401" element={lazily(<NoPermissionPage />)} />
      {appPages.map(({ path, page }) => {
        const Page = components.get(path) ?? NotFoundPage
        const element = permitted.has(path) ? <Page page={page} /> : <NoPermissionPage />
        return <Route key={path} path={path} element={lazily(element)} />
      })}
      {documentPages.map(({ name, Page }) => (
        <Route key={name} path={`/document/${name}/:id`} element={lazily(<Page name={name} />)} />
      ))}
      <Route path="/message/:type/:id" element={lazily(<MessageDetailPage />)} />
      <Route path="*" element={lazily(<NotFoundPage />)} />
    </>
  )
}
