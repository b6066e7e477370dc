import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useStore } from '../../kit/state/store.ts'
import { paletteStore, watchPaletteKey } from './finding-state.ts'
import { LoadingPalette, type TypedAhead } from './loading-palette.tsx'
import type { PaletteProps } from './palette.tsx'

const Palette = lazyPart(() => import('./palette.tsx'), 'overlay')

/** Renders the palette while it is open; mounted anew each time, so that it starts empty. */
export function PaletteHost(props: Omit<PaletteProps, 'typed'>): ReactNode {
  const isOpen = useStore(paletteStore)
  useEffect(() => {
    const end = watchPaletteKey()
    const close = (): void => paletteStore.set(false)
    // Another page: a link was followed, or somebody went back.
    window.addEventListener('hashchange', close)
    return () => {
      end()
      window.removeEventListener('hashchange', close)
      close()
    }
  }, [])
  return isOpen ? <OpenPalette {...props} /> : null
}

function OpenPalette(props: Omit<PaletteProps, 'typed'>): ReactNode {
  const [typed, setTyped] = useState<TypedAhead>({ text: '', isEntered: false })
  return (
    <ErrorBoundary place="palette">
      <Suspense fallback={<LoadingPalette typed={typed} onTyped={setTyped} />}>
        <Palette {...props} typed={typed} />
      </Suspense>
    </ErrorBoundary>
  )
}
