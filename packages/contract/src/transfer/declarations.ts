import { transferOrder } from './transfer-order.ts'
import { transferDifference } from './transfer-difference.ts'
import { locationAdjustment } from './location-adjustment.ts'
import { sharingOffer } from './sharing-offer.ts'
import { sharingRequest } from './sharing-request.ts'

/** The document types of the area. */
export const documents = {
  'transfer-order': transferOrder,
  'transfer-difference': transferDifference,
  'location-adjustment': locationAdjustment,
  'sharing-request': sharingRequest,
  'sharing-offer': sharingOffer,
} as const
