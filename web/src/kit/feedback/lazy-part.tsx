import { lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { createStore, useStore } from '../store.ts'
import { recordError } from './error-log.ts'
import { MissingPart } from './missing-part.tsx'

interface Part<Props> {
  default: ComponentType<Props>
}

/** Grows when parts that could not be fetched are to be asked for again. */
const attemptStore = createStore(0)
/** Makes each of them new; React itself would keep a failure for ever. */
const failed = new Set<() => void>()

/** Parts of the product that were not to be had are asked for once more, where they are shown. */
export function askAgainForParts(): void {
  const all = [...failed]
  failed.clear()
  for (const makeNew of all) makeNew()
  attemptStore.set((attempts) => attempts + 1)
}

/** A page whose code comes when it is first shown. Its failure is for the boundary of errors around it. */
export function lazyPage<Props extends object>(
  load: () => Promise<Part<Props>>,
): ComponentType<Props> {
  return renewable(async (makeNew) => {
    try {
      return await load()
    } catch (error) {
      failed.add(makeNew)
      throw error
    }
  })
}

/**
 * Something inside a page whose code comes when it is wanted. Where it cannot be had, a line in its
 * place says so, and the page around it stays with all that was typed there; for a drawer or dialog, which
 * has no place in the page, the line lies over it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Part<Props>>,
  place: 'inline' | 'overlay' = 'inline',
): ComponentType<Props> {
  return renewable(async (makeNew) => {
    try {
      return await load()
    } catch (error) {
      recordError(error, 'part')
      failed.add(makeNew)
      return {
        default: () => <MissingPart isOverlay={place === 'overlay'} onAgain={askAgainForParts} />,
      }
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
