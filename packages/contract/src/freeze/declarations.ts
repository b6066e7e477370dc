import { batchFreeze } from './batch-freeze.ts'
import { freezeOrder } from './freeze-order.ts'
import { freezeRelease } from './freeze-release.ts'
import { placeFreeze } from './place-freeze.ts'

/** The document types of the area. */
export const documents = {
  'batch-freeze': batchFreeze,
  'freeze-order': freezeOrder,
  'freeze-release': freezeRelease,
  'place-freeze': placeFreeze,
} as const
