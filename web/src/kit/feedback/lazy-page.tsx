import { lazy, useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useStore } from '../state/store.ts'
import { recordError } from './error-log.ts'
import { attemptStore, partFailed } from './missing-files.ts'

interface Part<Props> {
  default: ComponentType<Props>
}

/** A page whose code is loaded on first use. Failures are handled by the surrounding error boundary. */
export function lazyPage<Props extends object>(
  load: () => Promise<Part<Props>>,
): ComponentType<Props> {
  return renewable((makeNew) => {
    const coming = load()
    coming.then(null, (error: unknown) => partFailed(error, makeNew))
    return coming
  })
}

/**
 * A page made of several parts. If `ready` returns it, all parts are loaded and it is shown at once. Until then
 * `Waiting` is shown without suspending: React replaces a fallback 300 ms after it appeared at the earliest.
 */
export function composedPage<Props extends object>(
  load: () => Promise<Part<Props>>,
  ready: () => Part<Props> | null,
  Waiting: ComponentType,
): ComponentType<Props> {
  const Page = lazyPage(() => {
    const part = ready()
    return part === null ? load() : atOnce(part)
  })
  return function ComposedPage(props: Props): ReactNode {
    const [isHere, setHere] = useState(() => ready() !== null)
    useEffect(() => {
      if (isHere) return undefined
      let isLeft = false
      const show = (): void => {
        if (!isLeft) setHere(true)
      }
      // If loading failed, the page below throws to its error boundary, which offers a retry.
      load().then(show, show)
      return () => {
        isLeft = true
      }
    }, [isHere])
    return isHere ? <Page {...props} /> : <Waiting />
  }
}

/** A resolved promise for `lazy`, which reads its value in the same turn. */
function atOnce<Value>(value: Value): Promise<Value> {
  // oxlint-disable-next-line unicorn/no-thenable -- React calls only `then`
  const kept = { then: (resolve: ((value: Value) => unknown) | null) => resolve?.(value) }
  return kept as unknown as Promise<Value>
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
