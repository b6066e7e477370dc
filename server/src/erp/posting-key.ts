import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * SQL for the key of a posting in the ERP: `K`, a sequence number in hexadecimal, `-` and six random letters (`suffix`,
 * see `keySuffix`); only A-Z, 0-9 and `-`, at most 16 characters, because it may have to fit ReferenceDocument (spec
 * sap.md, "Idempotency" 2).
 * @param suffix the statement's parameter with the random letters, such as `$7`
 */
export function postingKeySql(suffix: string): string {
  return `'K' || upper(to_hex(nextval('erp_posting_key_no'))) || '-' || ${suffix}::text`
}

/**
 * The random suffix of a key. The number alone would repeat after a restore from a backup or in a second installation
 * at the same ERP, so that a look-up would find another document.
 */
export function keySuffix(): string {
  let suffix = ''
  for (let count = 0; count < 6; count++) suffix += letters[randomInt(letters.length)]!
  return suffix
}
