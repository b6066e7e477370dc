import type { Navigator, To } from 'react-router'
import { navigate, replaceLocation, targetText } from './hash-location.ts'

const locationText = (to: To): string =>
  typeof to === 'string'
    ? to
    : targetText({ pathname: to.pathname ?? '/', search: to.search ?? '', hash: to.hash ?? '' })

/** Lets React Router's links and hooks inside a page change the real location. */
export const routerNavigator: Navigator = {
  createHref: (to) => `#${locationText(to)}`,
  push: (to, state: unknown) => navigate(locationText(to), state),
  replace: (to, state: unknown) => replaceLocation(locationText(to), state),
  go: (delta) => history.go(delta),
}
