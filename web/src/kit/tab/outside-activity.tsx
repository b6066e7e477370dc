import { QueryClientContext } from '@tanstack/react-query'
import { useContext, useLayoutEffect, useRef } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { KitProvider } from '../theme/kit-provider.tsx'
import { TabContext } from './tab-context.ts'

interface Island {
  root: Root
  isAlive: boolean
}

/**
 * Children that stay mounted while their tab is hidden. `Activity` takes refs and effects away
 * from a hidden page; a component that builds its own DOM, such as the table engine, would be
 * destroyed and made anew on every switch, losing scroll and selection (shell.md section 3). So
 * it gets a React root of its own, which ends with the component or with the tab.
 */
export function OutsideActivity(props: {
  children: ReactNode
  className?: string | undefined
  style?: CSSProperties
}): ReactNode {
  const placeRef = useRef<HTMLDivElement>(null)
  const islandRef = useRef<Island | null>(null)
  const tab = useContext(TabContext)
  const queryClient = useContext(QueryClientContext)

  useLayoutEffect(() => {
    const place = placeRef.current
    if (place === null) return undefined
    islandRef.current ??= { root: createRoot(place), isAlive: true }
    const island = islandRef.current
    const end = (): void => {
      if (!island.isAlive) return
      island.isAlive = false
      if (islandRef.current === island) islandRef.current = null
      // React forbids unmounting a root in the middle of rendering another one.
      setTimeout(() => island.root.unmount(), 0)
    }
    tab.signal.addEventListener('abort', end, { once: true })
    return () => {
      tab.signal.removeEventListener('abort', end)
      if (tab.signal.aborted || tab.isShownNow()) end()
      else tab.signal.addEventListener('abort', end, { once: true })
    }
  }, [tab])

  useLayoutEffect(() => {
    islandRef.current?.root.render(
      <QueryClientContext.Provider value={queryClient}>
        <TabContext.Provider value={tab}>
          <KitProvider host={tab.host}>{props.children}</KitProvider>
        </TabContext.Provider>
      </QueryClientContext.Provider>,
    )
  })

  return <div ref={placeRef} className={props.className} style={props.style} />
}
