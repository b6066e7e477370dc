import { createHash } from 'node:crypto'

/**
 * A number from 0 to 1 that depends on the text alone: what is rejected, repeated or reversed is
 * the same in every run.
 */
export function share(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}
