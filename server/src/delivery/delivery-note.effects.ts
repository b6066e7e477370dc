import { addAll } from '@kufang/kernel/add-all.ts'
import type { SourceLineOf } from '../document/effects/typed-documents.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { deliveryNote } from '@kufang/contract/delivery/delivery-note.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { deliveryLimit } from '@kufang/contract/external-documents/delivery-limit.ts'
import { receiptObstacles } from '@kufang/contract/external-documents/purchase-order.ts'
import { compareDates, type LocalDate } from '@kufang/kernel/local-date.ts'
import {
  compareQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { expiryBeforeProduction } from '../bins/public.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import { closeShort } from '../document/act/shared-effects.ts'
import { readOrderProblems, type OrderProblem } from '../external-documents/public.ts'
import { provideComing } from '../safe-stock/public.ts'
import { beginClearance, isReleased, needsCustoms } from './clear-customs.ts'
import { comingByNotes } from './coming-goods.ts'
import { readOrderTaken } from './order-taken.ts'
import { tellExpiredContracts } from './watch-contracts.ts'
import {
  isInspectedIn,
  overDeliveryPercent,
  readMaterials,
  usualConsignor,
  usualReceivingUnit,
} from '../masters/public.ts'
import { readParameter } from '../system/public.ts'

// A delivery note moves no stock (spec domain.md 1.2). Live notes together must not exceed the ordered quantity and its
// over-delivery tolerance.

export const deliveryNoteEffects = effectsFor(deliveryNote, {
  connects: () => provideComing(comingByNotes),
  actions: {
    submit({ tx, document, afterwards }) {
      afterwards(async () => {
        await tellExpiredContracts(tx, document.companyCode, document.id)
      })
    },
    async confirm({ tx, document, lines, documents, setHeader, afterwards }) {
      if (!(await needsCustoms(tx, document, lines))) return
      setHeader({ isImported: true })
      afterwards(() => beginClearance(tx, documents, document, lines))
    },
    async withdrawConfirmation(context) {
      const { successors, firstToUndo, refuse } = context
      assertAnnounced(context, deliveryNote.actions.withdrawConfirmation.label)
      const found = await successors()
      const standing = found.find(({ type, state }) => !(isClearance(type) && state === 'open'))
      if (standing)
        throw refuse('successor-stands', { by: (await firstToUndo()) || standing.docNo })
      await cancelClearances(context, found)
    },
    // Quantities not delivered are returned to the order and can be announced again (核销).
    async writeOff(context) {
      // What did not arrive of it after all is written off like that of any other.
      if (context.document.state === 'confirmed')
        assertAnnounced(context, deliveryNote.actions.writeOff.label)
      await closeShort(context)
      const found = await context.successors('customs-clearance')
      await cancelClearances(
        context,
        found.filter((one) => !isReleased(one)),
      )
    },
    withdrawSupplement: closeShort,
    changeMode,
  },
  batchable: ['confirm'],
  async prefill({ tx, sources }) {
    const supplierNo = textOf(sources[0]?.['supplierNo'])
    const consignor = supplierNo === '' ? null : await usualConsignor(tx, supplierNo)
    const [first] = sources
    const receivingUnit =
      first === undefined
        ? null
        : await usualReceivingUnit(tx, textOf(first.companyCode), textOf(first.plant))
    return {
      header: {
        ...(consignor !== null && { consignor }),
        ...(receivingUnit !== null && { receivingUnit }),
      },
      lines: sources.map((source) => ({
        source: { id: source.id, lineNo: source.lineNo },
        quantity: source.wantedQuantity ?? source.freeQuantity,
      })),
    }
  },
  async beforeSave(context) {
    const problems = [
      ...datesInOrder(context),
      ...batchDatesInOrder(context),
      ...(await inspectedOnTheWay(context)),
      ...(await withinTolerance(context)),
    ]
    if (problems.length > 0) throw refuseAll(problems)
  },
})

/** The goods go elsewhere than announced, as long as nobody has taken any of them up and they can be received there. */
async function changeMode(context: ContextOf<typeof deliveryNote, 'changeMode'>): Promise<void> {
  const { tx, document, lines, input, successors, refuse, problem } = context
  assertAnnounced(context, deliveryNote.actions.changeMode.label)
  const standing = (await successors()).find(({ type }) => !isClearance(type))
  if (standing) throw refuse('successor-stands', { by: standing.docNo })
  if (input.deliveryMode === document.deliveryMode) {
    const { zh, en } = deliveryNote.header.deliveryMode.choices[input.deliveryMode]
    throw refuse('delivery-mode-same', { no: document.docNo, mode: zh, modeEn: en })
  }
  const isDirect = input.deliveryMode === 'direct'
  const found = await readOrderProblems(
    tx,
    document.companyCode,
    lines,
    isDirect ? 'consumed' : null,
  )
  const problems = lines.flatMap(({ lineNo, purchaseOrderNo, purchaseOrderLine }) => {
    const source = `${purchaseOrderNo}/${purchaseOrderLine}`
    const one = found.get(source)
    return one === undefined ? [] : [orderProblem(one, source, lineNo, problem)]
  })
  if (isDirect) addAll(problems, await inspectedLines(tx, document.plant, lines, problem))
  if (problems.length > 0) throw refuseAll(problems)
}

/** What stands against the goods of an order item where they are to go. */
function orderProblem(
  found: OrderProblem,
  source: string,
  lineNo: number,
  problem: ContextOf<typeof deliveryNote, 'changeMode'>['problem'],
): RefusalDetail {
  if (found === 'deleted') return problem('order-deleted', { source }, lineNo)
  if (found === 'blocked') return problem('order-blocked', { source }, lineNo)
  if (found === 'completed') return problem('order-completed', { source }, lineNo)
  if (found === 'consumed') return problem('order-consumed', { source }, lineNo)
  const { zh, en } = receiptObstacles[found]
  return problem('order-not-received', { source, reason: zh, reasonEn: en }, lineNo)
}

/** Lines of goods that must be inspected: they do not go straight to their user. */
async function inspectedLines(
  tx: Save['tx'],
  plant: string,
  lines: readonly { lineNo: number; materialNo?: string | null }[],
  problem: (
    code: 'direct-inspection',
    params: Record<string, string>,
    line: number,
  ) => RefusalDetail,
): Promise<RefusalDetail[]> {
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => textOf(materialNo)),
  )
  return lines.flatMap(({ lineNo, materialNo }) => {
    const material = textOf(materialNo)
    return isInspectedIn(plant, materials.get(material))
      ? [problem('direct-inspection', { material }, lineNo)]
      : []
  })
}

async function inspectedOnTheWay({ tx, header, lines, problem }: Save): Promise<RefusalDetail[]> {
  if (header.deliveryMode !== 'direct') return []
  return inspectedLines(
    tx,
    textOf(header.plant),
    lines.map(({ line }) => line),
    problem,
  )
}

/** The paper of goods that came before it does not end without them. */
function assertAnnounced(
  { document, refuse }: Pick<ContextOf<typeof deliveryNote, 'writeOff'>, 'document' | 'refuse'>,
  { zh, en }: Label,
): void {
  const { docNo: no, supplementOf: by } = document
  if (by !== null) throw refuse('supplement-stands', { no, by, action: zh, actionEn: en })
}

const isClearance = (type: string): boolean => type === 'customs-clearance'

/** Nothing of a note that is given up or changed is to be released: what was begun at customs ends with it. */
async function cancelClearances(
  {
    document,
    documents,
  }: Pick<ContextOf<typeof deliveryNote, 'writeOff'>, 'document' | 'documents'>,
  clearances: readonly { id: string }[],
): Promise<void> {
  for (const { id } of clearances)
    await documents.act('customs-clearance', document.companyCode, id, 'cancel')
}

type Source = SourceLineOf<typeof deliveryNote>
type Save = SaveContext<typeof deliveryNote>

function datesInOrder({ header, problem }: Save): RefusalDetail[] {
  const { shipDate, etaDate } = header
  if (!shipDate || !etaDate || compareDates(etaDate as LocalDate, shipDate as LocalDate) >= 0)
    return []
  return [
    problem(
      'date-order',
      {
        later: '预计到货日',
        laterEn: 'Expected arrival',
        laterDate: etaDate,
        earlier: '发货日期',
        earlierEn: 'Ship date',
        earlierDate: shipDate,
      },
      undefined,
      'etaDate',
    ),
  ]
}

/** No batch expires before it was produced. */
function batchDatesInOrder({ lines, problem }: Save): RefusalDetail[] {
  return lines.flatMap(({ line, source }) => {
    const contradicting = expiryBeforeProduction(line)
    if (contradicting === null) return []
    const material = textOf(source?.materialNo)
    const params = { material, batch: line.batch ?? '', ...contradicting }
    return [problem('expiry-before-production', params, line.lineNo, 'expiryDate')]
  })
}

const orderLines = (lines: Save['lines']) =>
  lines.flatMap(({ source }) => (source ? [{ no: source.docNo, line: source.lineNo }] : []))

/** Why goods of the order item are not received; what is consumed with its receipt goes straight to its user. */
function obstacleOf(
  source: Source,
  { deliveryMode }: Save['header'],
): keyof typeof receiptObstacles | null {
  const found = source.receiptObstacle ?? null
  return found === 'consumed' && deliveryMode === 'direct' ? null : found
}

/** What the order item itself has against a delivery. */
function orderProblems(source: Source, lineNo: number, { header, problem }: Save): RefusalDetail[] {
  const shown = { source: `${source.docNo}/${source.lineNo}` }
  const obstacle = obstacleOf(source, header)
  const problems: RefusalDetail[] = []
  if (source.isDeleted) problems.push(problem('order-deleted', shown, lineNo))
  else if (source.isBlocked) return [problem('order-blocked', shown, lineNo)]
  if (obstacle === 'consumed') problems.push(problem('order-consumed', shown, lineNo))
  else if (obstacle) {
    const { zh, en } = receiptObstacles[obstacle]
    problems.push(problem('order-not-received', { ...shown, reason: zh, reasonEn: en }, lineNo))
  } else if (source.isCompleted) problems.push(problem('order-completed', shown, lineNo))
  return problems
}

/**
 * The percentages of the catalogue by material, where the plant's ERP only warns of over-deliveries (domain.md 1.1);
 * nothing where it refuses them: goods that cannot be posted must not arrive.
 */
async function percentOfCatalogue({
  tx,
  header,
  lines,
  today,
}: Save): Promise<Map<string, string>> {
  const place = { companyCode: String(header.companyCode), plant: header.plant ?? '' }
  const limit = await readParameter(tx, 'receiving.overDeliveryLimit', place)
  if (limit === 'order') return new Map()
  return overDeliveryPercent(
    tx,
    place.companyCode,
    place.plant,
    lines.map(({ line }) => ({
      materialNo: String(line.materialNo),
      materialGroup: line.materialGroup ?? '',
    })),
    today,
  )
}

/** allowed = ordered × (1 + tolerance) less what was announced; more needs the order changed first. */
async function withinTolerance(context: Save): Promise<RefusalDetail[]> {
  const { lines, holdersOf, problem } = context
  const problems: RefusalDetail[] = []
  const catalogue = await percentOfCatalogue(context)
  const arrived = await readOrderTaken(
    context.tx,
    String(context.header.companyCode),
    orderLines(lines),
  )
  const taken = new Map<Source, Quantity>()
  for (const { line, source } of lines) {
    if (!source) continue
    const shown = `${source.docNo}/${source.lineNo}`
    addAll(problems, orderProblems(source, line.lineNo, context))
    if (source.isBlocked || obstacleOf(source, context.header)) continue
    const wanted = sumQuantities([taken.get(source) ?? zeroQuantity, line.quantity as Quantity])
    taken.set(source, wanted)
    const ordered = source.quantity
    const own = textOf(source.overDeliveryPercent) || '0'
    const percent = own !== '0' ? own : (catalogue.get(String(line.materialNo)) ?? '0')
    const limit = deliveryLimit({
      quantity: ordered,
      overDeliveryPercent: percent,
      isUnlimitedOverDelivery: source.isUnlimitedOverDelivery === true,
    })
    if (limit === null) continue
    const before = sumQuantities([
      source.doneQuantity,
      source.closedQuantity,
      arrived.get(shown)?.beyond ?? zeroQuantity,
    ])
    const allowed = subtractQuantity(limit, before)
    const free = subtractQuantity(allowed, source.heldQuantity)
    if (compareQuantity(wanted, free) > 0 && compareQuantity(wanted, allowed) <= 0) {
      problems.push(
        problem(
          'quantity-held',
          {
            quantity: wanted,
            source: shown,
            unit: String(line.unit),
            open: allowed,
            free,
            ...(await holdersOf(source)).named,
          },
          line.lineNo,
          'quantity',
        ),
      )
      continue
    }
    if (compareQuantity(wanted, allowed) > 0) {
      problems.push(
        problem(
          'quantity-exceeds-tolerance',
          {
            quantity: wanted,
            source: shown,
            allowed,
            unit: String(line.unit),
            ordered,
            percent,
            taken: before,
          },
          line.lineNo,
          'quantity',
        ),
      )
    }
  }
  return problems
}
