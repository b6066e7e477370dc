// What other areas tell persons.
export { announceExpiry, type ExpiringStock } from './announce-expiry.ts'
export { announceFrozenBatch, type HeldOfBatch } from './announce-frozen-batch.ts'
