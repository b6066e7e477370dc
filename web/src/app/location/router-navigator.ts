import type { Navigator, To } from 'react-router'
import { navigate, replaceLocation, targetText } from './hash-location.ts'

const textOf = (to: To): string =>
  typeof to === 'string'
    ? to
    : targetText({ pathname: to.pathname ?? '/', search: to.search ?? '', hash: to.hash ?? '' })

/** Lets React Router's links and hooks inside a page move the one real location. */
export const routerNavigator: Navigator = {
  createHref: (to) => `#${textOf(to)}`,
  push: (to, state: unknown) => navigate(textOf(to), state),
  replace: (to, state: unknown) => replaceLocation(textOf(to), state),
  go: (delta) => history.go(delta),
}
