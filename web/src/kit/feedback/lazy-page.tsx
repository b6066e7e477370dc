import { lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useStore } from '../store.ts'
import { recordError } from './error-log.ts'
import { attemptStore, partFailed } from './missing-files.ts'

interface Part<Props> {
  default: ComponentType<Props>
}

/** A page whose code comes when it is first shown. Its failure is for the boundary of errors around it. */
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

/** Something whose code comes when it is wanted, and what stands in its place where it cannot be had. */
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

/** A lazy component that can be made new after its code could not be fetched. */
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
