import { lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useStore } from '../store.ts'
import { recordError } from './error-log.ts'
import { attemptStore, partFailed } from './missing-files.ts'

interface Part<Props> {
  default: ComponentType<Props>
}

/** A page whose code is loaded on first use. Failures are handled by the surrounding error boundary. */
export function lazyPage<Props extends object>(
  load: () => Promise<Part<Props>>,
): ComponentType<Props> {
  return renewable(async (makeNew) => {
    try {
      return await load()
    } catch (error) {
      partFailed(error, makeNew)
      throw error
    }
  })
}

/** A component whose code is loaded on demand, with a replacement if it cannot be loaded. */
export function lazyOr<Props extends object>(
  load: () => Promise<Part<Props>>,
  Missing: ComponentType,
): ComponentType<Props> {
  return renewable(async (makeNew) => {
    try {
      return await load()
    } catch (error) {
      recordError(error, 'part')
      partFailed(error, makeNew)
      return { default: () => <Missing /> }
    }
  })
}

/** A lazy component that can be recreated after its code failed to load. */
function renewable<Props extends object>(
  load: (makeNew: () => void) => Promise<Part<Props>>,
): ComponentType<Props> {
  const make = (): ComponentType<Props> =>
    lazy(() =>
      load(() => {
        Shown = make()
      }),
    )
  let Shown = make()
  return function LazyPart(props: Props): ReactNode {
    useStore(attemptStore)
    return <Shown {...props} />
  }
}
