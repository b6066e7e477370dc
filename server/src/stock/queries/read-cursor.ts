import { textOfType } from '../../platform/list/column-type.ts'
import type { ColumnType } from '../../platform/list/column-type.ts'
import { refuseInput } from '../../platform/list/refuse-input.ts'
import { decodeCursor } from './cursor.ts'

/**
 * A cursor as it came from outside, checked before a statement casts what is in it: `types` are those of its
 * values, or their number where all are texts.
 *
 * @throws `input-invalid` on the field cursor
 */
export function readCursor(
  cursor: string,
  order: string,
  types: number | readonly ColumnType[],
): string {
  const wanted =
    typeof types === 'number' ? Array.from({ length: types }, () => 'text' as const) : types
  let values: unknown[]
  try {
    values = decodeCursor(cursor, order, wanted.length)
  } catch {
    throw wrong()
  }
  if (wanted.some((type, index) => textOfType(type, values[index]) === null)) throw wrong()
  return cursor
}

const wrong = () =>
  refuseInput('cursor', '翻页位置无效，请从头查询', 'the cursor is not valid; start again')
