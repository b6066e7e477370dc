import { withoutFilledZeros } from './code-text.ts'

/**
 * The form in which a text that is looked for is compared, as the database has it of its texts (`search_form`, migration
 * 1721): narrow, in lower case, with the multiplication sign of sizes as x. Of a number that has the length to which SAP
 * fills it with zeros, the rest is looked for.
 */
export function searchForm(text: string): string {
  return withoutFilledZeros(text.normalize('NFKC').replaceAll('×', 'x').toLowerCase())
}
