// What other areas tell persons.
export { announceFrozenBatch, type HeldOfBatch } from './announce-frozen-batch.ts'
