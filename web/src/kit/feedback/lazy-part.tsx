import type { ComponentType } from 'react'
import { lazyOr } from './lazy-page.tsx'
import { askAgainForParts } from './missing-files.ts'
import { MissingPart } from './missing-part.tsx'

/**
 * A part of a page whose code is loaded on demand. If that fails, a message is shown in its place and the page keeps
 * its input; for a drawer or dialog the message is shown as an overlay.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  place: 'inline' | 'overlay' = 'inline',
): ComponentType<Props> {
  return lazyOr(load, () => (
    <MissingPart isOverlay={place === 'overlay'} onAgain={askAgainForParts} />
  ))
}
