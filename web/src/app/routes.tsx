import type { RegistryPage } from '@kufang/contract/registry.ts'
import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Route } from 'react-router'
import { lazyPage } from '../kit/feedback/lazy-page.tsx'
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

/** A page with what the areas add to it; their slots are registered before it is first shown. */
function withSlots<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), import('../slots.ts')])
    return module
  }
}

const HomePage = lazyPage(async () => ({
  default: (await import('./home/home-page.tsx')).HomePage,
}))
const outcomes = () => import('./stand-alone/outcome-pages.tsx')
const NoPermissionPage = lazyPage(async () => ({ default: (await outcomes()).NoPermissionPage }))
const NotFoundPage = lazyPage(async () => ({ default: (await outcomes()).NotFoundPage }))

const shellComponents = new Map<RegistryPage['kind'], PageComponent>()

/** The component of a page: a screen written by hand, else the shell of its kind. */
export function resolvePage(page: RegistryPage): PageComponent {
  if (page.kind === 'screen') {
    return lazyPage(
      withSlots(async () => (await handWritten(page.path)) ?? { default: () => <NotFoundPage /> }),
    )
  }
  const { kind } = page
  const known = shellComponents.get(kind)
  if (known !== undefined) return known
  const made = lazyPage(withSlots(shells[kind]))
  shellComponents.set(kind, made)
  return made
}

const DocumentPage = lazyPage(withSlots(() => import('../kit/pages/document-page.tsx')))

const MessageDetailPage = lazyPage(() => import('./messages/message-detail.tsx'))

const components = new Map(appPages.map(({ path, page }) => [path, resolvePage(page)]))

/** A page whose code comes when it is first opened. */
function lazily(page: ReactNode): ReactNode {
  return <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
}

/**
 * The routes of one kept page. `permitted` are the paths the person may open; another known path
 * shows 401, an unknown one 404.
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
      <Route path="/document/:name/:id" element={lazily(<DocumentPage />)} />
      <Route path="/message/:type/:id" element={lazily(<MessageDetailPage />)} />
      <Route path="*" element={lazily(<NotFoundPage />)} />
    </>
  )
}
