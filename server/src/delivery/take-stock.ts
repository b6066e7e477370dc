import { requestDelivery } from '@kufang/contract/delivery/request-delivery.ts'
import { addMonths, compareDates, type LocalDate } from '@kufang/kernel/local-date.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { firstOf, itemAt } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { readMaterials } from '../masters/public.ts'
import { areEquivalent, readOwnStockFirst } from '../stock/public.ts'

// Stock is taken instead of buying (先利库后采购, spec domain.md section 3): the part of the line is given back to the request,
// and a requisition for it is submitted in the place where the goods lie. Its approval by the head of the unit holds them.

type Context = ContextOf<typeof requestDelivery, 'takeStock'>
type Line = Context['lines'][number]

/** A part of a line and what takes its place. */
interface Taken {
  line: Line
  quantity: Quantity
  materialNo: string
}

/** Where the stock lies that is taken. */
interface Place {
  plant: string
  storageLocation: string
}

/** What goods are charged to. */
const accounts = [
  'costCenter',
  'wbsElement',
  'orderNo',
  'networkNo',
  'assetNo',
  'assetSubNo',
  'glAccount',
] as const

/** The material replaces the wanted one, and so much of it is free in the place, within the data scope of the person. */
async function problemsOfStock(
  { tx, session, document, today, problem }: Context,
  { plant, storageLocation }: Place,
  taken: readonly Taken[],
): Promise<RefusalDetail[]> {
  const pairs = taken.map(({ line, materialNo }) => ({
    wanted: line.materialNo,
    material: materialNo,
  }))
  const replaces = await areEquivalent(tx, pairs)
  const unlike = taken.flatMap(({ line, materialNo }, index) =>
    replaces[index] === true
      ? []
      : [
          problem(
            'stock-not-equivalent',
            { material: materialNo, wanted: line.materialNo },
            line.lineNo,
            'takenMaterialNo',
          ),
        ],
  )
  if (unlike.length > 0) return unlike
  const found = await readOwnStockFirst(
    tx,
    document.companyCode,
    session.scope,
    taken.map(({ line, materialNo }) => ({ lineNo: line.lineNo, materialNo })),
    // How long it lies there does not matter for what is free of it.
    new Date(`${addMonths(today, -1)}T00:00:00Z`),
  )
  const wanted = new Map<string, Quantity>()
  return taken.flatMap(({ line, quantity, materialNo }) => {
    const there = found.find(
      (one) =>
        one.lineNo === line.lineNo &&
        one.materialNo === materialNo &&
        one.plant === plant &&
        one.storageLocation === storageLocation,
    )
    const available = there?.available ?? zeroQuantity
    const all = addQuantity(wanted.get(materialNo) ?? zeroQuantity, quantity)
    wanted.set(materialNo, all)
    if (compareQuantity(all, available) <= 0) return []
    const params = { material: materialNo, plant, storageLocation, available, quantity: all }
    return [
      problem('stock-first-short', { ...params, unit: line.unit }, line.lineNo, 'takenQuantity'),
    ]
  })
}

/** The account of each line: that of the request, otherwise, for goods bought for stock, the cost centre of the unit. */
async function accountsOf(
  { tx, document, input }: Context,
  taken: readonly Taken[],
): Promise<(Record<string, string> | null)[]> {
  const own = taken.map(({ line }) =>
    Object.fromEntries(
      accounts.flatMap((name) => {
        const value = line[name]
        return value === null || value === '' ? [] : [[name, value]]
      }),
    ),
  )
  const isCharged = (account: Record<string, string>): boolean =>
    Object.keys(account).some((name) => name !== 'glAccount')
  if (own.every(isCharged)) return own
  const [unit] = await tx.query<{ costCenter: string }>(
    'select cost_center from picking_unit where company_code = $1 and picking_unit = $2',
    [document.companyCode, input.pickingUnit],
  )
  return own.map((account) =>
    isCharged(account) ? account : { costCenter: unit?.costCenter ?? '' },
  )
}

const earliest = (dates: readonly LocalDate[], notBefore: LocalDate): LocalDate => {
  const [first] = dates.toSorted(compareDates)
  return first === undefined || compareDates(first, notBefore) < 0 ? notBefore : first
}

/** The requests of the lines, as the unit knows them. */
const requestsOf = (taken: readonly Taken[]): string =>
  [...new Set(taken.map(({ line }) => `${line.sourceNo ?? ''}/${line.sourceLine ?? ''}`))].join(
    '、',
  )

/**
 * The requisition of the lines with one account, submitted to the head of the unit. That of dangerous goods stays a draft: who
 * approves a purchase has no permit for them, the unit enters it and submits (`/pickings/pickingEdit`).
 */
async function requestStock(
  { tx, document, documents, input, today }: Context,
  { plant, storageLocation }: Place,
  account: Record<string, string>,
  taken: readonly Taken[],
): Promise<string> {
  const { companyCode } = document
  const { pickingUnit, requester } = input
  const purpose = `利库：采购申请 ${requestsOf(taken)}`.slice(0, 100)
  const made = await documents.create('requisition', {
    companyCode,
    header: {
      requisitionType: 'stockFirst',
      plant,
      storageLocation,
      pickingUnit,
      requester,
      requiredDate: earliest(
        taken.flatMap(({ line }) =>
          line.deliveryDate === null ? [] : [line.deliveryDate as LocalDate],
        ),
        today,
      ),
      purpose,
      ...account,
    },
    lines: taken.map(({ quantity, materialNo }) => ({ materialNo, quantity })),
  })
  documents.refer(
    'requisition',
    made.id,
    taken.map(({ line, quantity }, index) => ({
      fromLine: line.lineNo,
      toLine: index + 1,
      quantity,
    })),
  )
  const materials = await readMaterials(
    tx,
    taken.map(({ materialNo }) => materialNo),
  )
  if ([...materials.values()].every(({ hazardClass }) => hazardClass === null))
    await documents.act('requisition', companyCode, made.id, 'submit')
  return made.docNo
}

/**
 * Takes stock instead of these parts of lines.
 * @throws Refusal `stock-not-equivalent`, `stock-first-short`, and those of the requisition
 */
export async function takeStock(context: Context): Promise<void> {
  const { document, lines, input, lineInput, setLine, setState, releaseQuantities } = context
  const plant = input.plant ?? document.plant
  const storageLocation = input.storageLocation ?? document.storageLocation
  if (storageLocation === '') {
    const { zh, en } = requestDelivery.actions.takeStock.input.storageLocation.label
    throw context.refuse('field-required', { field: zh, fieldEn: en }, { field: 'storageLocation' })
  }
  const at = { plant, storageLocation }
  const given = new Map(lineInput.map((one) => [one.lineNo, one]))
  const taken = lines.flatMap((line): Taken[] => {
    const one = given.get(line.lineNo)
    if (one === undefined || !isPositive(one.takenQuantity)) return []
    return [
      {
        line,
        quantity: one.takenQuantity,
        materialNo: one.takenMaterialNo ?? line.materialNo,
      },
    ]
  })
  if (taken.length === 0) throw context.refuse('lines-required', {})
  const problems = await problemsOfStock(context, at, taken)
  if (problems.length > 0) throw refuseAll(problems)
  const charged = await accountsOf(context, taken)
  const groups = Map.groupBy(taken.keys(), (index) => JSON.stringify(charged[index]))
  await releaseQuantities(taken.map(({ line: { lineNo }, quantity }) => ({ lineNo, quantity })))
  for (const indexes of groups.values()) {
    const own = indexes.map((index) => itemAt(taken, index))
    const docNo = await requestStock(context, at, charged[firstOf(indexes)]!, own)
    for (const { line, quantity } of own)
      setLine(line.lineNo, {
        closedQuantity: addQuantity(line.closedQuantity ?? zeroQuantity, quantity),
        stockQuantity: addQuantity(line.stockQuantity ?? zeroQuantity, quantity),
        stockRequisitions: [line.stockRequisitions, docNo].filter(Boolean).join('、'),
      })
  }
  const left = lines.map(({ lineNo, openQuantity }) =>
    subtractQuantity(
      openQuantity ?? zeroQuantity,
      taken.find(({ line }) => line.lineNo === lineNo)?.quantity ?? zeroQuantity,
    ),
  )
  if (!isPositive(sumQuantities(left))) setState('covered')
}
