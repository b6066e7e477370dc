import { QueryClientContext } from '@tanstack/react-query'
import { useContext, useLayoutEffect, useRef } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { KitProvider } from './kit-provider.tsx'
import { bringBack, layAside, watchScrolling } from './offscreen-host.ts'
import { TabContext } from '../tab/tab-context.ts'

interface Island {
  root: Root
  /** The container of the root; moved aside while the tab is hidden, so that its size never becomes 0. */
  box: HTMLElement
  isAlive: boolean
}

/** Whether hidden pages keep their layout in this browser (kept-pages.module.css); tables then stay in place. */
const keepsHiddenLayout = CSS.supports('content-visibility', 'hidden')

function makeIsland(): Island {
  const box = document.createElement('div')
  box.style.height = '100%'
  watchScrolling(box)
  return { root: createRoot(box), box, isAlive: true }
}

/**
 * Children that stay mounted while their tab is hidden. `Activity` removes refs and effects of a hidden page; a
 * component that builds its own DOM, such as AG Grid, would be destroyed and recreated on every switch, losing scroll
 * position and selection (shell.md section 3). Therefore it gets its own React root, which is unmounted with the
 * component or the tab.
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
    islandRef.current ??= makeIsland()
    const island = islandRef.current
    bringBack(island.box, place)
    const end = (): void => {
      if (!island.isAlive) return
      island.isAlive = false
      if (islandRef.current === island) islandRef.current = null
      // React does not permit unmounting a root while rendering another one.
      setTimeout(() => {
        island.root.unmount()
        island.box.remove()
      }, 0)
    }
    tab.signal.addEventListener('abort', end, { once: true })
    return () => {
      tab.signal.removeEventListener('abort', end)
      if (tab.signal.aborted || tab.isShownNow()) end()
      else {
        if (!keepsHiddenLayout) layAside(island.box)
        tab.signal.addEventListener('abort', end, { once: true })
      }
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
