import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The key a posting carries into the ERP: `K`, the running number in hexadecimal, `-` and six random
 * letters; A-Z, 0-9 and `-` only, at most 16 characters, because it may have to fit ReferenceDocument
 * (spec sap.md, "Idempotency" 2). The number alone would repeat after a restore from a backup or from a
 * second installation at the same ERP, and a look-up would then find somebody else's document.
 */
export function postingKey(runningNo: number): string {
  let random = ''
  for (let count = 0; count < 6; count++) random += letters[randomInt(letters.length)]!
  return `K${runningNo.toString(16).toUpperCase()}-${random}`
}
