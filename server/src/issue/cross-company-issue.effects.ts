import { addAll } from '@kufang/kernel/add-all.ts'
import type { ProposalOf } from '../document/effects/effects.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { crossCompanyIssue } from '@kufang/contract/issue/cross-company-issue.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import {
  effectsFor,
  noEffect,
  type ContextOf,
  type SaveContext,
} from '../document/effects/effects.ts'
import { problemsOfPosting } from '../document/draft/posting-obstacle.ts'
import { holdingEffects, postingEffects } from '../document/act/shared-effects.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import {
  readDeliveriesOf,
  readInternalOrder,
  type InternalOrderItem,
} from '../external-documents/public.ts'
import {
  problemsOfSheets,
  readDangers,
  readMaterials,
  readValuationTypes,
  shownDanger,
} from '../masters/public.ts'
import { proposeBins } from '../bins/public.ts'
import { stockKey } from '../ledger/public.ts'
import {
  assertDelivery,
  assertPeriodThere,
  assertStillOrdered,
  internalOrdersOf,
  itemsOfLines,
  problemsOfItems,
} from './cross-company-order.ts'

// Goods leave for another company of the group against its internal purchase order (spec domain.md 1.3, cross-company;
// movement type 643). Once the ERP has posted that, the linked arrival record is made in the receiving company.

type Context<N extends string> = ContextOf<typeof crossCompanyIssue, N>
type Saving = SaveContext<typeof crossCompanyIssue>

const posting = postingEffects(crossCompanyIssue)

/** Checks the lines against the open items of the internal order. */
async function beforeSave({ tx, today, header, lines, problem }: Saving): Promise<void> {
  const no = header.internalOrderNo ?? ''
  await noteDangers(tx, today, header, lines)
  if (!header.companyCode || no === '') return
  const order = await readInternalOrder(tx, header.companyCode, no)
  if (order.length === 0)
    throw refuseAll([problem('internal-order-unknown', { no }, undefined, 'internalOrderNo')])
  const { supplyingPlant } = firstOf(order)
  if (header.plant && header.plant !== supplyingPlant) {
    const params = { no, supplies: supplyingPlant, plant: header.plant }
    throw refuseAll([problem('internal-order-other-plant', params, undefined, 'internalOrderNo')])
  }
  const problems = await problemsOfPosting(
    tx,
    crossCompanyIssue,
    header,
    lines.map(({ line }) => line),
  )
  addAll(problems, await unorderedTypes(tx, no, order, lines))
  const written = lines.map(({ line }) => line)
  addAll(problems, problemsOfItems({ no, order, lines: written, problem }))
  addAll(problems, problemsOfPlaces(no, [...itemsOfLines(order, written)], problem))
  if (problems.length > 0) throw refuseAll(problems)
}

/** Items that say where their goods go, which is one place for all of them. */
function problemsOfPlaces(
  no: string,
  items: readonly (readonly [lineNo: number, item: InternalOrderItem])[],
  problem: Saving['problem'],
): RefusalDetail[] {
  const first = items.find(([, { storageLocation }]) => storageLocation !== '')?.[1]
  return items.flatMap(([lineNo, { lineNo: item, plant, storageLocation }]) => {
    if (storageLocation === '')
      return [problem('internal-order-without-place', { no, item }, lineNo, 'internalOrderLine')]
    if (first!.storageLocation === storageLocation && first!.plant === plant) return []
    const params = {
      field: '需方库存地点',
      fieldEn: 'Receiving location',
      first: `${first!.plant}/${first!.storageLocation}`,
      other: `${plant}/${storageLocation}`,
    }
    return [problem('source-mixed', params, lineNo, 'internalOrderLine')]
  })
}

/** Writes beside each line what is known of dangerous goods. */
async function noteDangers(
  tx: Saving['tx'],
  today: Saving['today'],
  header: Saving['header'],
  lines: Saving['lines'],
): Promise<void> {
  const goods = lines.map(({ line }) => ({ materialNo: textOf(line.materialNo) }))
  const dangers = await readDangers(tx, textOf(header.companyCode), today, goods)
  for (const { line } of lines)
    Object.assign(line, shownDanger(dangers.get(textOf(line.materialNo))))
}

/** Dangerous goods leave with a valid safety data sheet only, for which the supplying company answers. */
async function checkSheets({ tx, today, document, lines }: Context<'submit'> | Context<'issue'>) {
  const dangers = await readDangers(tx, document.companyCode, today, lines)
  const problems = problemsOfSheets(lines, dangers)
  if (problems.length > 0) throw refuseAll(problems)
}

/**
 * Lines whose goods the receiving plant values separately while its order does not say as what: their receipt there could
 * not be posted, after the goods have left.
 */
async function unorderedTypes(
  tx: Saving['tx'],
  no: string,
  order: readonly InternalOrderItem[],
  lines: Saving['lines'],
): Promise<RefusalDetail[]> {
  const materials = await readMaterials(
    tx,
    lines.map(({ line }) => textOf(line.materialNo)),
  )
  const types = await readValuationTypes(tx, firstOf(order).plant, materials.values())
  return lines.flatMap(({ line }): RefusalDetail[] => {
    const item = order.find(({ lineNo }) => lineNo === line.internalOrderLine)
    const ofMaterial = types.get(textOf(line.materialNo))
    if (item === undefined || ofMaterial === undefined || item.valuationType !== '') return []
    const { plant, materialNo: material, lineNo } = item
    const params = { source: `${no}/${lineNo}`, plant, material, types: ofMaterial.join(' / ') }
    return [
      { code: 'valuation-type-not-ordered', params, line: line.lineNo, field: 'internalOrderLine' },
    ]
  })
}

/** Takes over from the internal order where the goods go. */
async function submit(context: Context<'submit'>) {
  const { tx, document, lines, refuse, setHeader } = context
  await checkSheets(context)
  await assertDelivery(context)
  const no = document.internalOrderNo
  const order = await readInternalOrder(tx, document.companyCode, no)
  const item = order.find(({ lineNo }) => lineNo === firstOf(lines).internalOrderLine)
  if (item === undefined)
    throw refuse('internal-order-unknown', { no }, { field: 'internalOrderNo' })
  setHeader({
    receivingCompany: item.companyCode,
    receivingPlant: item.plant,
    receivingStorageLocation: item.storageLocation,
  })
}

/** The item of each line's material, once the internal order is known, and that of the delivery once that is. */
async function proposeLines({ tx, header, lines }: ProposalOf<typeof crossCompanyIssue>) {
  const no = textOf(header.internalOrderNo)
  const order = no === '' ? [] : await readInternalOrder(tx, header.companyCode, no)
  const deliveries = no === '' ? [] : await readDeliveriesOf(tx, header.companyCode, [no])
  const deliveryNo = textOf(header.deliveryNo)
  return lines.map((line) => {
    const item = order.find(({ materialNo }) => materialNo === line.materialNo)
    if (item === undefined) return {}
    const delivered = deliveries.find(
      (one) => one.deliveryNo === deliveryNo && one.orderItem === item.lineNo,
    )
    return {
      internalOrderLine: item.lineNo,
      ...(delivered === undefined ? {} : { deliveryItem: delivered.deliveryItem }),
    }
  })
}

async function issue(context: Context<'issue'>): Promise<void> {
  const { document, lines, move, releaseReservations } = context
  const { companyCode, plant } = document
  await checkSheets(context)
  await assertStillOrdered(context)
  await assertDelivery(context)
  // Released instead of consumed: the reversal of the movements must not hold the goods again.
  releaseReservations()
  for (const line of lines) {
    const { lineNo, quantity, materialNo } = line
    await move({
      lineNo,
      from: stockOfLine(document, line),
      to: stockKey({ companyCode, place: 'customer', plant, materialNo }),
      quantity,
      accountAssignment: { kind: 'other-company' },
      basis: {
        kind: 'delivery',
        delivery: document.deliveryNo,
        deliveryItem: String(line.deliveryItem),
      },
      step: 'issue',
    })
  }
}

/** Makes the linked arrival record in the receiving company, puts its goods away there, and posts it. */
async function receiveElsewhere(context: Context<'receiveElsewhere'>): Promise<void> {
  const { tx, document, lines, documents, refuse, setHeader } = context
  const no = document.internalOrderNo
  const order = await readInternalOrder(tx, document.companyCode, no)
  const [first] = order
  if (first === undefined) throw refuse('internal-order-unknown', { no })
  const { companyCode, id } = first
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => materialNo),
  )
  // The receiving plant has its own valuation types, those of its order.
  const batchOf = ({ materialNo, batch }: (typeof lines)[number]) =>
    materials.get(materialNo)?.isBatchManaged === true ? batch : null
  const bins = await proposeBins(tx, {
    companyCode,
    plant: document.receivingPlant ?? '',
    storageLocation: document.receivingStorageLocation ?? '',
    goods: lines.map(({ materialNo, batch, quantity }) => ({
      materialNo,
      batch: batch ?? '',
      quantity,
    })),
  })
  const made = await documents.create('linked-arrival', {
    companyCode,
    header: {
      supplyingCompany: document.companyCode,
      issueNo: document.docNo,
      deliveryNo: document.deliveryNo,
    },
    lines: lines.map((line, index) => ({
      source: { id, lineNo: line.internalOrderLine },
      quantity: line.quantity,
      // What left is what arrives: nobody weighs it again.
      secondQuantity: line.secondQuantity,
      serialNumbers: line.serialNumbers,
      batch: batchOf(line),
      bin: bins[index] ?? null,
    })),
  })
  await documents.act('linked-arrival', companyCode, made.id, 'store')
  await documents.post('linked-arrival', companyCode, made.id)
  setHeader({ arrivalNo: made.docNo })
}

/** The goods are reversed in the receiving company first: its books may not hold what ours take back. */
async function assertNotReceived({ documents, refuse }: Context<'reverse' | 'reversePhysical'>) {
  const standing = (await documents.neighbours()).find(
    ({ isBefore, state }) => !isBefore && state !== 'reversed',
  )
  if (standing === undefined) return
  const { zh, en } = definitionOf(standing.type).label
  throw refuse('linked-document-stands', {
    company: standing.companyCode,
    document: zh,
    documentEn: en,
    no: standing.docNo,
  })
}

export const crossCompanyIssueEffects = effectsFor(crossCompanyIssue, {
  // What leaves is compared with the delivery as the ERP has it then.
  refreshes: {
    deliveries: { actions: ['submit', 'approve', 'issue'], ordersOf: internalOrdersOf },
  },
  actions: {
    submit,
    ...holdingEffects,
    async approve(context) {
      await assertStillOrdered(context)
      await assertDelivery(context)
      holdingEffects.approve(context)
    },
    issue,
    ...posting,
    // The receiving company still has the goods: its arrival is taken back before the reversal in the ERP.
    requestReversal: noEffect,
    async post(context) {
      await assertPeriodThere(context)
      await posting.post(context)
    },
    async reverse(context) {
      await assertNotReceived(context)
      await posting.reverse(context)
    },
    async reversePhysical(context) {
      await assertNotReceived(context)
      await posting.reversePhysical(context)
    },
    receiveElsewhere,
  },
  beforeSave,
  proposeLines,
})
