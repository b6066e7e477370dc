import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { makeQueryClient } from '../kit/api/query-client.ts'
import { setColumnStoreOwner } from '../kit/grid/column-store.ts'
import { KitProvider } from '../kit/theme/kit-provider.tsx'
import { rememberPagesOf } from './home/page-memory.ts'
import { Shell } from './layout/shell.tsx'
import { useUser } from './session/use-permission.ts'
import { restoreTabs } from './tabs/tab-storage.ts'
import { resetTabs } from './tabs/tab-store.ts'
import { withHome } from './tabs/use-tab-location.ts'

/** Everything behind the sign-in page; made anew for each person. */
export default function SignedInApp(): ReactNode {
  const { account } = useUser()
  const [queryClient] = useState(makeQueryClient)
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    setColumnStoreOwner(account)
    rememberPagesOf(account)
    // A session that lapsed and came back keeps its pages; this runs again then.
    if (!isReady) resetTabs(withHome(restoreTabs(account)))
    setReady(true)
  }, [account, isReady])
  if (!isReady) return null
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider>
        <Shell />
      </KitProvider>
    </QueryClientProvider>
  )
}
