import { addAll } from '@kufang/kernel/add-all.ts'
import type { requisition } from '@kufang/contract/requisition/requisition.ts'
import { accountAssignment } from '@kufang/contract/external-documents/mirror.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import type { PrefillRequest } from '../document/effects/requests.ts'
import type { SourceLineOf } from '../document/effects/typed-documents.ts'
import type { ContextOf, SaveContext } from '../document/effects/effects.ts'
import type { Queryable } from '../platform/database/database.ts'
import { readPieces } from '../ledger/public.ts'
import { problemsOfDemand, type DemandItem } from './demand-problems.ts'
import { withUnit } from './goods-with-unit.ts'
import { issueOfRequisitions } from './issue-of-requisitions.ts'
import { isOpenItem } from './matching-reservations.ts'

// The paper of goods that left in an emergency (补单, spec domain.md 1.3): a requisition made from the emergency issue, charged
// to an account, or to the reservation that the goods were for. Its approval takes them of the reservation and makes
// the goods issue, which is reviewed and posted like any other.

type Context<N extends string> = ContextOf<typeof requisition, N>
type Source = SourceLineOf<typeof requisition>
type Saved = SaveContext<typeof requisition>

/** What goods are charged to; a reservation has one for all its items. */
const charged = [
  'costCenter',
  'wbsElement',
  'orderNo',
  'networkNo',
  'assetNo',
  'assetSubNo',
] as const

interface ReservedItem extends DemandItem {
  id: string
  materialNo: string
  plant: string | null
  specialStock: string | null
  movementType: string | null
  costCenter: string | null
  wbsElement: string | null
  orderNo: string | null
  networkNo: string | null
  assetNo: string | null
  assetSubNo: string | null
}

const itemColumns = `h.id, 'reservation' as type, h.doc_no, h.state, l.is_movement_allowed, l.is_completed, l.is_deleted,
  l.line_no, l.material_no, l.plant, l.special_stock, l.movement_type, h.cost_center, h.wbs_element, h.order_no, h.network_no,
  h.asset_no, h.asset_sub_no`

const itemName = (no: unknown, line: unknown): string => `${textOf(no)}/${textOf(line)}`

/** The reservation items that lines name, by `reservation/item`. */
async function readItems(
  queryable: Queryable,
  companyCode: string,
  lines: readonly { reservationNo?: string | null; reservationLine?: number | null }[],
): Promise<Map<string, ReservedItem>> {
  const named = lines.filter(({ reservationNo }) => reservationNo)
  if (named.length === 0) return new Map()
  const rows = await queryable.query<ReservedItem>(
    `select ${itemColumns}
     from unnest($2::text[], $3::int[]) as wanted (no, line)
     join reservation h on h.company_code = $1 and h.doc_no = wanted.no
     join reservation_line l on l.company_code = $1 and l.document_id = h.id and l.line_no = wanted.line`,
    [
      companyCode,
      named.map((line) => line.reservationNo),
      named.map((line) => line.reservationLine),
    ],
  )
  return new Map(rows.map((row) => [itemName(row.docNo, row.lineNo), row]))
}

/**
 * Checks the paper before it is saved: it comes from the unit that has the goods, and reservation items that it names are of
 * the same material and plant, for own stock, and charged to the same object, whose movement type the lines then have, and
 * still stand in the ERP.
 */
export async function problemsOfPaper({
  tx,
  header,
  lines,
  problem,
}: Pick<Saved, 'tx' | 'header' | 'lines' | 'problem'>): Promise<RefusalDetail[]> {
  const problems: RefusalDetail[] = []
  const items = await readItems(
    tx,
    textOf(header.companyCode),
    lines.map(({ line }) => line),
  )
  for (const { line, source } of lines) {
    const unit = textOf(source?.pickingUnit)
    if (source && header.pickingUnit && unit !== header.pickingUnit)
      problems.push(problem('picking-unit-differs', { no: source.docNo, unit }, line.lineNo))
    if (!line.reservationNo) {
      Object.assign(line, { movementType: null })
      continue
    }
    const name = itemName(line.reservationNo, line.reservationLine)
    const item = items.get(name)
    const material = textOf(line.materialNo)
    const isOther = item?.materialNo !== material || textOf(item.plant) !== textOf(header.plant)
    // Own stock has left, so nothing of a project's or a customer's reservation was meant.
    if (item === undefined || isOther || item.specialStock) {
      const params = { source: name, material, plant: textOf(header.plant) }
      problems.push(problem('reservation-unknown', params, line.lineNo, 'reservationNo'))
      continue
    }
    Object.assign(line, { movementType: item.movementType })
    addAll(problems, problemsOfDemand(item, line.lineNo, problem))
    for (const field of charged) {
      const [reserved, entered] = [textOf(item[field]), textOf(header[field])]
      if (reserved === entered) continue
      const { zh, en } = accountAssignment[field].label
      problems.push(
        problem(
          'reservation-differs',
          {
            source: name,
            field: zh,
            fieldEn: en,
            reserved: reserved || '–',
            entered: entered || '–',
          },
          line.lineNo,
          'reservationNo',
        ),
      )
    }
  }
  return problems
}

/**
 * Proposes the paper of goods: of the open reservation items of the plant with their material and unit the best for each
 * line, that is one with just the quantity, otherwise one with enough, the earliest first. What goods are charged to is
 * that of the first line, without one the cost centre of the unit; items charged elsewhere are not proposed beside it.
 */
export async function proposePaper({ tx, sources }: PrefillRequest<Source>) {
  const [first] = sources
  if (first === undefined) return { header: {}, lines: [] }
  const found = await tx.query<ReservedItem & { position: number }>(
    `select best.*, wanted.position from unnest($3::text[], $4::text[], $5::numeric[]) with ordinality
       as wanted (material_no, unit, quantity, position)
     cross join lateral (
       select ${itemColumns} from reservation_line l
       join reservation h on h.company_code = l.company_code and h.id = l.document_id
       where l.company_code = $1 and l.plant = $2 and l.material_no = wanted.material_no and l.unit = wanted.unit
         and l.free_quantity >= wanted.quantity and ${isOpenItem}
       order by l.free_quantity = wanted.quantity desc, l.delivery_date, h.doc_no, l.line_no limit 3
     ) best order by wanted.position`,
    [
      textOf(first.companyCode),
      textOf(first.plant),
      sources.map((source) => textOf(source.materialNo)),
      sources.map((source) => textOf(source.unit)),
      sources.map(quantityOf),
    ],
  )
  const leading = found[0]
  const account = leading
    ? Object.fromEntries(charged.map((field) => [field, leading[field]]))
    : { costCenter: await costCenterOf(tx, first) }
  const isAlike = (item: ReservedItem) =>
    charged.every((field) => textOf(item[field]) === textOf(leading?.[field]))
  return {
    header: {
      pickingUnit: first.pickingUnit ?? null,
      requester: first.requester ?? null,
      ...account,
    },
    lines: sources.map((source, index) => {
      const item = found.find((one) => Number(one.position) === index + 1 && isAlike(one))
      return {
        source: { id: source.id, lineNo: source.lineNo },
        quantity: quantityOf(source),
        reservationNo: item?.docNo ?? null,
        reservationLine: item?.lineNo ?? null,
      }
    }),
  }
}

async function costCenterOf(tx: Queryable, source: Source): Promise<string | null> {
  const [unit] = await tx.query<{ costCenter: string | null }>(
    `select cost_center from picking_unit where company_code = $1 and picking_unit = $2`,
    [textOf(source.companyCode), textOf(source.pickingUnit)],
  )
  return unit?.costCenter ?? null
}

const quantityOf = (source: Source): Quantity => source.wantedQuantity ?? source.freeQuantity

/** Takes the goods of their reservation items, unless the ERP has ended these meanwhile, and makes their goods issue: they are gone already. */
export async function approvePaper(context: Context<'approve'>): Promise<void> {
  const { tx, document, lines, documents, sources, takeAlso, problem } = context
  const { companyCode } = document
  const items = await readItems(tx, companyCode, lines)
  const problems = lines.flatMap((line) => {
    const item = items.get(itemName(line.reservationNo, line.reservationLine))
    return item === undefined ? [] : problemsOfDemand(item, line.lineNo, problem)
  })
  if (problems.length > 0) throw refuseAll(problems)
  await takeAlso(
    'reservation',
    lines.flatMap(({ lineNo, reservationNo, reservationLine, quantity }) => {
      const item = items.get(itemName(reservationNo, reservationLine))
      return item ? [{ lineNo, source: { id: item.id, lineNo: item.lineNo }, quantity }] : []
    }),
  )
  const taken = await sources()
  const goods = lines.map(({ sourceId, sourceLine }) => entryOf(taken, `${sourceId}/${sourceLine}`))
  context.afterwards(async () => {
    const pieces = await piecesOf(tx, document, lines, goods)
    const [requester] = await tx.query<{ name: string }>(
      `select name from requester where company_code = $1 and requester = $2`,
      [companyCode, document.requester],
    )
    await issueOfRequisitions().issueGone(
      documents,
      document,
      requester?.name ?? document.requester,
      lines.map(({ lineNo, quantity }, index) => {
        const { bin, batch } = itemAt(goods, index)
        return { lineNo, quantity, bin, batch, pieces: itemAt(pieces, index) }
      }),
    )
  })
}

/** Of goods with serial numbers those of each line that the unit still has without a paper, as many as it papers. */
async function piecesOf(
  tx: Queryable,
  document: Context<'approve'>['document'],
  lines: Context<'approve'>['lines'],
  goods: readonly Source[],
): Promise<string[][]> {
  const numbered = goods.map(({ serialNumbers }) =>
    Array.isArray(serialNumbers) ? serialNumbers : [],
  )
  if (numbered.every((numbers) => numbers.length === 0)) return numbered
  const keys = goods.map((line) => withUnit(document, line))
  const there = await readPieces(tx, document.companyCode, keys)
  const used = new Set<string>()
  return numbered.map((numbers, index) => {
    const name = (serialNo: string) => `${itemAt(lines, index).materialNo}/${serialNo}`
    const own = numbers.filter((one) => itemAt(there, index).includes(one) && !used.has(name(one)))
    const chosen = own.slice(0, Number(itemAt(lines, index).quantity))
    for (const one of chosen) used.add(name(one))
    return chosen
  })
}
