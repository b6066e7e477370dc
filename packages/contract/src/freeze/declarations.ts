import { batchFreeze } from './batch-freeze.ts'
import { freezeOrder } from './freeze-order.ts'
import { freezeRelease } from './freeze-release.ts'
import { placeFreeze } from './place-freeze.ts'

/** The document types of the area, in the order in which their pages offer them: goods are frozen more often than batches. */
export const documents = {
  'freeze-order': freezeOrder,
  'batch-freeze': batchFreeze,
  'freeze-release': freezeRelease,
  'place-freeze': placeFreeze,
} as const
