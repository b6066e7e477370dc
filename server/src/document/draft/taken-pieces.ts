import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { documentTable } from '../storage/table.ts'

/**
 * The serial numbers that live documents of a type have taken of their predecessors' lines and not given back, by `id/lineNo`; one statement,
 * none without ids.
 */
export async function takenPieces(
  queryable: Queryable,
  companyCode: string,
  definition: AnyDocument,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { source, name, lines } = definition
  if (source === undefined || sourceIds.length === 0) return new Map()
  const isLeft =
    'reversedSerialNumbers' in lines
      ? `serial_no <> all (coalesce(l.reversed_serial_numbers, '{}'))`
      : 'true'
  const rows = await queryable.query<{ fromId: string; fromLine: number; numbers: string[] }>(
    `select k.from_id, k.from_line, array_agg(serial_no) as numbers
     from document_link k
     join ${documentTable(definition).line} l
       on l.company_code = k.company_code and l.document_id = k.to_id and l.line_no = k.to_line
     cross join lateral unnest(l.serial_numbers) as serial_no
     where ${isLeft} and k.company_code = $1 and k.from_type = $2 and k.from_id = any($3::uuid[]) and k.to_type = $4 and k.is_live
     group by k.from_id, k.from_line`,
    [companyCode, source.document, [...new Set(sourceIds)], name],
  )
  return new Map(rows.map(({ fromId, fromLine, numbers }) => [`${fromId}/${fromLine}`, numbers]))
}
