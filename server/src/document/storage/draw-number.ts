import { newId } from '@kufang/kernel/identifier.ts'
import { documentNumberStart, sequenceWidth } from '@kufang/kernel/document-number.ts'
import { periodOf, type LocalDate } from '@kufang/kernel/local-date.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Row, Transaction } from '../../platform/database/database.ts'
import { drawnNumber, drawnNumberSetting } from '../../platform/database/drawn-number.ts'

/** Numbers of a company per type and month before another digit is needed: 00001 to 99999. */
const rangeSize = 99_999
/**
 * As SQL: the sequence of number `before`+1 of a company. It starts with the company's number range, so that no two
 * companies use the same number; a used-up range continues in a block above all ranges.
 */
const rangedSequence = (before: string, range: string): string =>
  `((${before} / ${rangeSize} * 1000 + ${range}) * ${rangeSize + 1} + ${before} % ${rangeSize} + 1)::text`

/**
 * Draws the next number of a type. Numbers have no gaps within the company's range, because the row stays locked until
 * the transaction ends; it is therefore drawn as late as possible. Statements written after it read the number from a
 * transaction setting (`numberOrDrawn`). A rehearsal gets a number nobody else uses and locks nothing: whoever creates
 * such a document would wait for a preview.
 * @param onNumber receives the number before the commit
 */
export function drawDocumentNumber(
  tx: Transaction,
  companyCode: string,
  prefix: string,
  today: LocalDate,
  onNumber: (documentNo: string) => void,
): void {
  const period = periodOf(today)
  const drawn = ([row]: readonly Row[]) =>
    onNumber((row as unknown as { documentNo: string }).documentNo)
  if (tx.isRehearsal)
    return tx.write(
      `select set_config('${drawnNumberSetting}', $1, true) as document_no`,
      [`${documentNumberStart(prefix, period)}-${newId()}`],
      drawn,
    )
  tx.write(
    `with drawn as (
       insert into document_number as n (company_code, prefix, period, last_sequence) values ($1, $2, $3, 1)
       on conflict (company_code, prefix, period) do update set last_sequence = n.last_sequence + 1
       returning company_code, last_sequence::bigint - 1 as before)
     select set_config('${drawnNumberSetting}', $4 || lpad(sequence, greatest(length(sequence), $5::integer), '0'), true) as document_no
     from (select ${rangedSequence('d.before', 'c.number_range')} as sequence
           from drawn d join company c on c.company_code = d.company_code) as ranged`,
    [companyCode, prefix, period, documentNumberStart(prefix, period), sequenceWidth],
    drawn,
  )
}

/** The number last drawn in this transaction. */
export async function readDrawnNumber(tx: Transaction): Promise<string> {
  const row = firstOf(
    await tx.query<{ documentNo: string }>(`select ${drawnNumber} as document_no where $1`, [true]),
  )
  return row.documentNo
}
