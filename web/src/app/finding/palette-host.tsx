import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useStore } from '../../kit/store.ts'
import { paletteStore, watchPaletteKey } from './finding-state.ts'
import type { PaletteProps } from './palette.tsx'

const Palette = lazyPart(() => import('./palette.tsx'), 'overlay')

/** Renders the palette while it is open; mounted anew each time, so that it starts empty. */
export function PaletteHost(props: PaletteProps): ReactNode {
  const isOpen = useStore(paletteStore)
  useEffect(() => {
    const end = watchPaletteKey()
    return () => {
      end()
      paletteStore.set(false)
    }
  }, [])
  if (!isOpen) return null
  return (
    <ErrorBoundary place="palette">
      <Suspense fallback={null}>
        <Palette {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
