import { createStore, useStore } from '../state/store.ts'

/** The current location: the part of the URL after #. */
export interface HashLocation {
  pathname: string
  search: string
  hash: string
  state: unknown
  /** Unique per history entry. */
  key: string
}

export interface Target {
  pathname: string
  search?: string
  hash?: string
}

/** Parses "/a/b?c=d#e"; an empty text is the root. */
export function parseTarget(text: string): Required<Target> {
  const match = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text)
  const pathname = match?.[1] ?? ''
  return {
    pathname: pathname.startsWith('/') ? pathname : `/${pathname}`,
    search: match?.[2] ?? '',
    hash: match?.[3] ?? '',
  }
}

export function targetText(target: Target): string {
  return `${target.pathname}${target.search ?? ''}${target.hash ?? ''}`
}

function read(): HashLocation {
  const entry: unknown = history.state
  const known = typeof entry === 'object' && entry !== null ? (entry as Partial<HashLocation>) : {}
  return {
    ...parseTarget(location.hash.replace(/^#/, '')),
    state: known.state ?? null,
    key: known.key ?? 'default',
  }
}

const store = createStore<HashLocation>(
  typeof window === 'undefined'
    ? { pathname: '/', search: '', hash: '', state: null, key: 'default' }
    : read(),
)

let count = 0

/** Whether the page was opened by its address and nothing was opened since: Back would leave the product. */
let isArrival = typeof window !== 'undefined' && history.state === null

function go(target: string | Target, state: unknown, isReplacing: boolean): void {
  count += 1
  const text = typeof target === 'string' ? target : targetText(target)
  const entry = { key: `${Date.now().toString(36)}${count}`, state: state ?? null }
  const address = `#${targetText(parseTarget(text))}`
  if (isReplacing) history.replaceState(entry, '', address)
  else {
    history.pushState(entry, '', address)
    isArrival = false
  }
  store.set(read())
}

/** Navigates to "/path?query#hash" with a new history entry. */
export function navigate(target: string | Target, state?: unknown): void {
  go(target, state, false)
}

/** Navigates and replaces the current history entry. */
export function replaceLocation(target: string | Target, state?: unknown): void {
  go(target, state, true)
}

export function currentLocation(): HashLocation {
  return store.get()
}

export function onLocationChange(listener: () => void): () => void {
  return store.subscribe(listener)
}

export function useHashLocation(): HashLocation {
  return useStore(store)
}

/**
 * Puts another page behind the one that was opened by its address, for Back. To be called when the person does something:
 * browsers skip entries made without that.
 * @returns false if nothing was to be done
 */
export function putBehind(pathname: string): boolean {
  if (!isArrival) return false
  isArrival = false
  const [entry, address] = [history.state as unknown, location.hash]
  history.replaceState({ key: 'behind', state: null }, '', `#${pathname}`)
  history.pushState(entry ?? { key: 'arrival', state: null }, '', address)
  return true
}

/**
 * Adds a history entry for a step on the current page, such as an open panel, so that Back ends the step instead of
 * leaving the page.
 */
export function beginStep(): string {
  count += 1
  const step = `${Date.now().toString(36)}.${count}`
  history.pushState({ ...(history.state as object | null), step }, '')
  return step
}

/** Whether the current history entry is the one of this step. */
export function isAtStep(step: string): boolean {
  const entry: unknown = history.state
  return typeof entry === 'object' && entry !== null && 'step' in entry && entry.step === step
}

/** Goes back from the entry of a step that ended in another way than by Back. */
export function takeStepBack(step: string): void {
  if (isAtStep(step)) history.back()
}

/** Follows back and forward, links and entered URLs; called once at start-up. */
export function followBrowser(): void {
  const update = (): void => {
    isArrival = false
    store.set(read())
  }
  window.addEventListener('popstate', update)
  window.addEventListener('hashchange', update)
}
