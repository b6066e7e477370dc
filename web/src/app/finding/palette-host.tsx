import { Suspense, lazy, useEffect } from 'react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useStore } from '../../kit/store.ts'
import { paletteStore, watchPaletteKey } from './finding-state.ts'
import type { PaletteProps } from './palette.tsx'

const Palette = lazy(() => import('./palette.tsx'))

/** Holds the palette while it is open; made anew each time, so it begins empty. */
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
