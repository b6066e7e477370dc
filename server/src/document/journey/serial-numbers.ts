import type { CreateRequest, LineInput } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { isEnteredByPerson } from '@kufang/contract/document/declare/field.ts'
import { hasSerialNumbers } from '@kufang/contract/document/declare/serial-numbers.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { Queryable } from '../../platform/database/database.ts'

// What people read from the name plates, wherever a journey enters goods with serial numbers.

/** The numbers of pieces of one delivery or location, as a manufacturer gives them: series and running number. */
export const numbersOfSeries = (series: string, count: number): string[] =>
  Array.from({ length: count }, (_none, index) => `${series}-${String(index + 1).padStart(3, '0')}`)

interface SourceRow {
  documentId: string
  lineNo: number
  materialNo: string
  quantity: string
  serialNumbers: string[] | null
}

/**
 * The request of a person with the serial numbers of its pieces, where its document has them and its goods too: new ones
 * where the goods are announced or entered as initial stock, which ones are rejected or missing where they are inspected, and
 * those in the bin where the document takes them from the stock. Others are proposed, or taken over from the predecessor.
 */
export async function withSerialNumbers(
  queryable: Queryable,
  name: string,
  request: CreateRequest,
): Promise<CreateRequest> {
  const definition = documentDefinition(name)!
  if (!hasSerialNumbers(definition)) return request
  const sources = await sourcesOf(queryable, definition.source?.document, request.lines)
  const sourceOf = ({ source }: LineInput) => sources.get(`${source?.id}/${source?.lineNo}`)
  const materialOf = (line: LineInput) => textOf(line['materialNo'], sourceOf(line)?.materialNo)
  const managed = new Set(
    (
      await queryable.query<{ materialNo: string }>(
        `select material_no from material where is_serial_managed and material_no = any($1::text[])`,
        [request.lines.map(materialOf)],
      )
    ).map(({ materialNo }) => materialNo),
  )
  if (managed.size === 0) return request
  const lines: LineInput[] = []
  for (const line of request.lines) {
    const isGiven = Array.isArray(line['serialNumbers']) || !managed.has(materialOf(line))
    lines.push(
      isGiven
        ? line
        : { ...line, ...(await numbersOf(queryable, definition, request, line, sourceOf(line))) },
    )
  }
  return { ...request, lines }
}

async function sourcesOf(
  queryable: Queryable,
  document: string | undefined,
  lines: CreateRequest['lines'],
): Promise<Map<string, SourceRow>> {
  const ids = lines.flatMap(({ source }) => source?.id ?? [])
  const before = document === undefined ? undefined : documentDefinition(document)
  if (before === undefined || ids.length === 0) return new Map()
  const numbers = hasSerialNumbers(before) ? 'serial_numbers' : 'null::text[]'
  const rows = await queryable.query<SourceRow>(
    `select document_id, line_no, material_no, quantity, ${numbers} as serial_numbers
     from ${toSnake(before.name)}_line where document_id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [`${row.documentId}/${row.lineNo}`, row]))
}

async function numbersOf(
  queryable: Queryable,
  definition: AnyDocument,
  request: CreateRequest,
  line: LineInput,
  source: SourceRow | undefined,
): Promise<object> {
  const count = Number(textOf(line.quantity, source?.quantity))
  // Where goods come in: announced for an order, or entered without a predecessor.
  const isFirst =
    definition.stockLines === undefined &&
    (source === undefined || documentDefinition(definition.source!.document)!.isMirror === true)
  if (isFirst)
    return { serialNumbers: numbersOfSeries(`26${newId().slice(-8).toUpperCase()}`, count) }
  if ('rejectedSerialNumbers' in definition.lines) {
    const part = (field: string) => Number(textOf(line[field]) || '0')
    const [rejected, missing] = [part('rejectedQuantity'), part('missingQuantity')]
    const destroyed = part('destroyedQuantity')
    const gone = rejected + missing
    const known = source?.serialNumbers ?? []
    return {
      ...(rejected > 0 ? { rejectedSerialNumbers: known.slice(0, rejected) } : {}),
      ...(missing > 0 ? { missingSerialNumbers: known.slice(rejected, gone) } : {}),
      ...(destroyed > 0 ? { destroyedSerialNumbers: known.slice(gone, gone + destroyed) } : {}),
    }
  }
  if (definition.stockLines === undefined || !isEnteredByPerson(definition.lines['serialNumbers']!))
    return {}
  return { serialNumbers: await piecesInBin(queryable, request, line, count) }
}

/** Pieces of the line's material in its bin, the oldest first. */
async function piecesInBin(
  queryable: Queryable,
  { header }: CreateRequest,
  line: LineInput,
  count: number,
): Promise<string[]> {
  const rows = await queryable.query<{ serialNo: string }>(
    `select n.serial_no from stock_serial_number n
     join stock_balance b on b.company_code = n.company_code and b.key_id = n.key_id
     where b.plant = $1 and b.storage_location = $2 and b.bin = $3 and n.material_no = $4 and b.stock_category = $5
     order by n.received_at, n.serial_no limit $6`,
    [
      header['plant'],
      header['storageLocation'],
      line['bin'],
      line['materialNo'],
      textOf(line['stockCategory'], 'UU'),
      count,
    ],
  )
  return rows.map(({ serialNo }) => serialNo)
}
