import { QueryClientContext } from '@tanstack/react-query'
import { useContext, useLayoutEffect, useRef } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { KitProvider } from '../theme/kit-provider.tsx'
import { bringBack, layAside, watchScrolling } from './offscreen-host.ts'
import { TabContext } from './tab-context.ts'

interface Island {
  root: Root
  /** Holds the root; moved aside while the tab is hidden, so that its size never becomes 0. */
  box: HTMLElement
  isAlive: boolean
}

/** Whether a hidden page keeps its layout here (kept-pages.module.css); its table then stays in place. */
const keepsHiddenLayout = CSS.supports('content-visibility', 'hidden')

function makeIsland(): Island {
  const box = document.createElement('div')
  box.style.height = '100%'
  watchScrolling(box)
  return { root: createRoot(box), box, isAlive: true }
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
    islandRef.current ??= makeIsland()
    const island = islandRef.current
    bringBack(island.box, place)
    const end = (): void => {
      if (!island.isAlive) return
      island.isAlive = false
      if (islandRef.current === island) islandRef.current = null
      // React forbids unmounting a root in the middle of rendering another one.
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
