import type { ComponentType } from 'react'
import { lazyOr } from './lazy-page.tsx'
import { askAgainForParts } from './missing-files.ts'
import { MissingPart } from './missing-part.tsx'

/**
 * Something inside a page whose code comes when it is wanted. Where it cannot be had, a line in its
 * place says so, and the page around it stays with all that was typed there; for a drawer or dialog, which
 * has no place in the page, the line lies over it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  place: 'inline' | 'overlay' = 'inline',
): ComponentType<Props> {
  return lazyOr(load, () => (
    <MissingPart isOverlay={place === 'overlay'} onAgain={askAgainForParts} />
  ))
}
