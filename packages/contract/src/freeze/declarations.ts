import { freezeOrder } from './freeze-order.ts'
import { freezeRelease } from './freeze-release.ts'
import { placeFreeze } from './place-freeze.ts'

/** The document types of the area. */
export const documents = {
  'freeze-order': freezeOrder,
  'freeze-release': freezeRelease,
  'place-freeze': placeFreeze,
} as const
