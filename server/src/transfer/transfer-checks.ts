import { transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import {
  ownershipChanges,
  transferTypes,
  type TransferType,
} from '@kufang/contract/transfer/transfer-kinds.ts'
import {
  specialStocks,
  type SpecialStockCode,
} from '@kufang/contract/document/declare/stock-words.ts'
import type { HeaderOf, LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { label, type Label } from '@kufang/contract/document/declare/label.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { compareQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { SaveContext } from '../document/effects/effects.ts'
import { problemsOfFilledBins } from '../document/draft/stock-lines.ts'
import { readMaterials } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'

// What is checked of a transfer order: its type and places, the owner of its goods, and the bins that take them.

type Header = Partial<HeaderOf<typeof transferOrder>>
type Line = Partial<LineOf<typeof transferOrder>> & { lineNo: number }
type Problem = SaveContext<typeof transferOrder>['problem']

const ownStock = label('自有', 'own')
const wordsOf = (code: SpecialStockCode): Label => (code === '' ? ownStock : specialStocks[code])

/** The place where the goods of a transfer arrive. */
export const placeOfArrival = (
  header: Readonly<
    Partial<
      Record<'companyCode' | 'plant' | 'receivingPlant' | 'receivingStorageLocation', string | null>
    >
  >,
) => ({
  companyCode: textOf(header.companyCode),
  plant: textOf(header.receivingPlant) || textOf(header.plant),
  storageLocation: textOf(header.receivingStorageLocation),
})

const isWithinLocation = (header: Header): boolean => {
  const { plant, storageLocation } = placeOfArrival(header)
  return plant === header.plant && storageLocation === header.storageLocation
}

/** Fills in what may be left empty: two steps, within the plant, and of goods that only change their owner the bin. */
export function complete(header: Header, lines: readonly Line[]): void {
  const { transferType = 'twoStep', receivingPlant, plant } = header
  const place = { transferType, receivingPlant: receivingPlant ?? (textOf(plant) || null) }
  Object.assign(header, place)
  const mayStay = ownershipChanges[transferType] !== undefined && isWithinLocation(header)
  for (const line of lines)
    Object.assign(line, {
      receivingBin: line.receivingBin ?? (mayStay ? (line.bin ?? null) : null),
      targetWbsElement: transferType === 'ownToProject' ? line.targetWbsElement : null,
    })
}

/** Whether type, places and owners go together. */
export function problemsOfType(
  header: Header,
  lines: readonly Line[],
  problem: Problem,
): RefusalDetail[] {
  const { transferType = 'twoStep', plant = '', storageLocation = '' } = header
  const change = ownershipChanges[transferType]
  const isOtherPlant = placeOfArrival(header).plant !== plant
  const type = { type: transferTypes[transferType].zh, typeEn: transferTypes[transferType].en }
  if (change === undefined && isWithinLocation(header))
    return [
      problem(
        'transfer-same-location',
        { plant, storageLocation },
        undefined,
        'receivingStorageLocation',
      ),
    ]
  if (change !== undefined && isOtherPlant)
    return [problem('ownership-within-plant', { ...type, plant }, undefined, 'receivingPlant')]
  return lines.flatMap((line) => [
    ...problemsOfOwner(transferType, isOtherPlant, line, problem),
    ...problemsOfMissing(transferType, line, problem),
  ])
}

function problemsOfOwner(
  transferType: TransferType,
  isOtherPlant: boolean,
  { lineNo, materialNo, specialStock }: Line,
  problem: Problem,
): RefusalDetail[] {
  const change = ownershipChanges[transferType]
  const stock = wordsOf(specialStock ?? '')
  const material = materialNo ?? ''
  if (change === undefined)
    return isOtherPlant && specialStock
      ? [
          problem(
            'transfer-special-between-plants',
            { material, stock: stock.zh, stockEn: stock.en },
            lineNo,
            'specialStock',
          ),
        ]
      : []
  if ((specialStock ?? '') === change.from) return []
  const wanted = wordsOf(change.from)
  const type = transferTypes[transferType]
  const params = {
    material,
    type: type.zh,
    typeEn: type.en,
    wanted: wanted.zh,
    wantedEn: wanted.en,
    stock: stock.zh,
    stockEn: stock.en,
  }
  return [problem('ownership-of-other-stock', params, lineNo, 'specialStock')]
}

/** What goods that do not wait in transit need at once: their bin, and the project that gets them. */
function problemsOfMissing(
  transferType: TransferType,
  line: Line,
  problem: Problem,
): RefusalDetail[] {
  const missing = (name: 'receivingBin' | 'targetWbsElement') => {
    const { zh, en } = transferOrder.lines[name].label
    return problem('field-required', { field: zh, fieldEn: en }, line.lineNo, name)
  }
  return [
    ...(transferType !== 'twoStep' && !line.receivingBin ? [missing('receivingBin')] : []),
    ...(transferType === 'ownToProject' && !line.targetWbsElement
      ? [missing('targetWbsElement')]
      : []),
  ]
}

/** What goes into a bin. */
export interface FilledBin {
  lineNo: number
  materialNo: string
  batch: string | null
  quantity: Quantity
  receivingBin: string
}

/** Whether the bins where the goods arrive may take them: class, use, mixing, weight, and what lies in the area. Four statements. */
export async function problemsOfArrival(
  tx: Transaction,
  today: LocalDate,
  place: ReturnType<typeof placeOfArrival>,
  filled: readonly FilledBin[],
): Promise<RefusalDetail[]> {
  if (filled.length === 0) return []
  const loose = filled.map((line) => ({ ...line }))
  return problemsOfFilledBins(tx, today, place, loose, 'receivingBin', {
    isForStorage: true,
    isInEveryArea: true,
  })
}

/** The lines that name the bin into which they go, if it is another one. */
export const filledBins = (header: Header, lines: readonly Line[]): FilledBin[] =>
  lines.flatMap(({ lineNo, materialNo, batch, quantity, bin, receivingBin }) =>
    receivingBin && !(isWithinLocation(header) && receivingBin === bin)
      ? [
          {
            lineNo,
            materialNo: materialNo ?? '',
            batch: batch ?? null,
            quantity: quantity!,
            receivingBin,
          },
        ]
      : [],
  )

/** Chemicals only, each in a container that holds it; goods in bulk name theirs. */
export async function problemsOfChemicals(
  tx: Transaction,
  lines: readonly Line[],
  problem: Problem,
): Promise<RefusalDetail[]> {
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => materialNo ?? ''),
  )
  return lines.flatMap((line) => {
    const { lineNo, materialNo: material = '', quantity, containerCapacity, container } = line
    const known = materials.get(material)
    if (known !== undefined && !known.hazardClass)
      return [problem('not-a-chemical', { material }, lineNo, 'materialNo')]
    const words = container ? transferOrder.lines.container.choices[container] : null
    const isBulk = container === 'tank' || container === 'tankTruck'
    return [
      ...(words !== null && isBulk && !line.containerNo
        ? [
            problem(
              'container-unnamed',
              { material, container: words.zh, containerEn: words.en },
              lineNo,
              'containerNo',
            ),
          ]
        : []),
      ...(containerCapacity && quantity && compareQuantity(quantity, containerCapacity) > 0
        ? [
            problem(
              'container-overfilled',
              { material, quantity, capacity: containerCapacity, unit: line.unit ?? '' },
              lineNo,
              'containerCapacity',
            ),
          ]
        : []),
    ]
  })
}
