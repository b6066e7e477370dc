import type { CreateRequest, LineInput } from '@kufang/contract/document/api.ts'
import { hasSerialNumbers } from '@kufang/contract/document/declare/serial-numbers.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Stage } from './stage.ts'

// Motors, transmitters, flow meters and safety valves have a serial number on their name plate.

/** The numbers of pieces of one delivery or location, as a manufacturer gives them: series and running number. */
export const numbersOfSeries = (series: string, count: number): string[] =>
  Array.from({ length: count }, (_none, index) => `${series}-${String(index + 1).padStart(3, '0')}`)

interface SourceRow {
  documentId: string
  lineNo: number
  materialNo: string
  serialNumbers: string[] | null
}

/** The request of a person with the serial numbers of its pieces, where its document has them. */
export async function withSerialNumbers(
  stage: Stage,
  name: string,
  request: CreateRequest,
): Promise<CreateRequest> {
  const definition = documentDefinition(name)!
  if (!hasSerialNumbers(definition)) return request
  const sources = await sourcesOf(stage, definition.source?.document, request.lines)
  const managed = new Set(
    stage.company.materials
      .filter(({ isSerialManaged }) => isSerialManaged)
      .map(({ materialNo }) => materialNo),
  )
  const lines: LineInput[] = []
  for (const line of request.lines) {
    const source = sources.get(`${line.source?.id}/${line.source?.lineNo}`)
    const materialNo = textOf(line['materialNo'], source?.materialNo)
    const isGiven = Array.isArray(line['serialNumbers']) || !managed.has(materialNo)
    lines.push(isGiven ? line : await numbered(stage, name, request, line, source))
  }
  return { ...request, lines }
}

async function sourcesOf(
  { database }: Stage,
  document: string | undefined,
  lines: CreateRequest['lines'],
): Promise<Map<string, SourceRow>> {
  const ids = lines.flatMap(({ source }) => source?.id ?? [])
  const before = document === undefined ? undefined : documentDefinition(document)
  if (before === undefined || ids.length === 0) return new Map()
  const numbers = hasSerialNumbers(before) ? 'serial_numbers' : 'null::text[]'
  const rows = await database.query<SourceRow>(
    `select document_id, line_no, material_no, ${numbers} as serial_numbers from ${toSnake(before.name)}_line
     where document_id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [`${row.documentId}/${row.lineNo}`, row]))
}

async function numbered(
  stage: Stage,
  name: string,
  request: CreateRequest,
  line: LineInput,
  source: SourceRow | undefined,
): Promise<LineInput> {
  const count = Number(line.quantity)
  if (name === 'delivery-note') {
    const series = `${stage.today.slice(2, 4)}${newId().slice(-8).toUpperCase()}`
    return { ...line, serialNumbers: numbersOfSeries(series, count) }
  }
  const known = source?.serialNumbers ?? []
  if (name === 'inspection-order') {
    const part = (field: string) => Number((line[field] as string | undefined) ?? '0')
    const [rejected, missing] = [part('rejectedQuantity'), part('missingQuantity')]
    return {
      ...line,
      ...(rejected > 0 ? { rejectedSerialNumbers: known.slice(0, rejected) } : {}),
      ...(missing > 0 ? { missingSerialNumbers: known.slice(rejected, rejected + missing) } : {}),
    }
  }
  if (documentDefinition(name)!.stockLines === undefined) return line
  return { ...line, serialNumbers: await piecesInBin(stage, request, line, count) }
}

/** Pieces of the line's material in its bin, the oldest first. */
async function piecesInBin(
  { database }: Stage,
  { header }: CreateRequest,
  line: LineInput,
  count: number,
): Promise<string[]> {
  const rows = await database.query<{ serialNo: string }>(
    `select n.serial_no from stock_serial_number n
     join stock_balance b on b.company_code = n.company_code and b.key_id = n.key_id
     where b.plant = $1 and b.storage_location = $2 and b.bin = $3 and n.material_no = $4 and b.stock_category = 'UU'
     order by n.received_at, n.serial_no limit $5`,
    [header['plant'], header['storageLocation'], line['bin'], line['materialNo'], count],
  )
  return rows.map(({ serialNo }) => serialNo)
}
