import { QueryClientProvider } from '@tanstack/react-query'
import { Activity, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { makeQueryClient } from '../kit/api/query-client.ts'
import { ErrorBoundary } from '../kit/feedback/error-boundary.tsx'
import { recordError } from '../kit/feedback/error-log.ts'
import { lazyPage } from '../kit/feedback/lazy-page.tsx'
import { openPreferences, watchPreferences } from '../kit/preferences/preferences.ts'
import { useStore } from '../kit/state/store.ts'
import { KitProvider } from '../kit/provider/kit-provider.tsx'
import { lockStore, watchIdle } from './workspace/idle-lock.ts'
import { followSettings, settingsStore } from './workspace/settings.ts'
import { rememberPages } from './home/page-memory.ts'
import { Shell } from './layout/shell.tsx'
import { sessionStore } from './session/session.ts'
import { useUser } from './session/use-permission.ts'
import { noTabs } from './tabs/tab-state.ts'
import { forgetTabs, restoreTabs } from './tabs/tab-storage.ts'
import { resetTabs } from './tabs/tab-store.ts'
import { withHome } from './tabs/use-tab-location.ts'

const loadLockScreen = () => import('./workspace/lock-screen.tsx')
const LockScreen = lazyPage(async () => ({ default: (await loadLockScreen()).LockScreen }))

/**
 * Loads the code of the lock and sign-in pages in advance: after a deployment it may be gone while unsaved input waits
 * behind them.
 */
const fetchWayBackAfterMs = 60_000

function fetchWayBack(): () => void {
  const timer = setTimeout(() => {
    Promise.all([loadLockScreen(), import('jsencrypt')]).catch((thrown: unknown) =>
      recordError(thrown, 'way back'),
    )
  }, fetchWayBackAfterMs)
  return () => clearTimeout(timer)
}

// Signing out closes all open views and discards their list (product.md section 4).
sessionStore.subscribe(() => {
  if (sessionStore.get().user === null) forgetTabs()
})

/** The application after sign-in; mounted anew per user. */
export default function SignedInApp(): ReactNode {
  const { account } = useUser()
  const [queryClient] = useState(makeQueryClient)
  const [isReady, setReady] = useState(false)
  const isLocked = useStore(lockStore)
  useLayoutEffect(() => {
    let isLeft = false
    let ends: (() => void)[] = []
    void openPreferences(account).then(() => {
      if (isLeft) return
      ends = [rememberPages(), followSettings()]
      // A restored session keeps its pages; this effect then runs again.
      if (!isReady) {
        const { keepsTabs } = settingsStore.get()
        resetTabs(withHome(keepsTabs ? restoreTabs(account) : noTabs))
      }
      setReady(true)
    })
    return () => {
      isLeft = true
      for (const end of ends) end()
    }
  }, [account, isReady])
  useEffect(watchPreferences, [])
  useEffect(fetchWayBack, [])
  useEffect(() => watchIdle(account), [account])
  if (!isReady) return null
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider>
        <Activity mode={isLocked ? 'hidden' : 'visible'}>
          <Shell />
        </Activity>
        {isLocked && (
          <ErrorBoundary place="lock">
            <Suspense fallback={null}>
              <LockScreen />
            </Suspense>
          </ErrorBoundary>
        )}
      </KitProvider>
    </QueryClientProvider>
  )
}
