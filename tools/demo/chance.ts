import { createHash } from 'node:crypto'

/** A number from 0 to 1 that depends on the text alone, so that all runs reject, repeat and reverse the same items. */
export function share(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}
