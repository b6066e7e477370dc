import { stockPlaces } from '@kufang/contract/document/stock-places.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf, firstOf, itemAt } from '@kufang/kernel/present.ts'
import { readMaterials, readValuationTypes } from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { valuationTypesOfBatches, type MoveRequest, type StockKey } from '../../ledger/public.ts'
import type { DocumentTable } from '../storage/table.ts'

const isStock = ({ place }: StockKey) => stockPlaces[place].erpView !== 'outside'

/** The goods of a movement as stock: where they come from, or where they go if they come from outside. */
const stockOf = ({ from, to }: MoveRequest): StockKey => (isStock(from) ? from : to)

/** Movements that the ERP is told, and those that bring goods into the stock. */
const isConcerned = (move: MoveRequest): boolean =>
  stockOf(move).batch !== '' && (move.erp !== undefined || !isStock(move.from))

/**
 * Movements with the valuation type of their goods, which the ERP wants with every movement of a material with split
 * valuation: that of their batch, or the batch itself where the ERP keeps none (`stockBatch`). Such goods always have a
 * batch here, so that movements without one cost nothing; the others cost nothing either while their materials have been
 * read in the transaction and are not valued separately.
 * @throws Refusal `valuation-type-required`, `valuation-type-unknown`, one for each line
 */
export async function withValuationTypes(
  tx: Transaction,
  { lineFields }: Pick<DocumentTable, 'lineFields'>,
  moves: readonly MoveRequest[],
): Promise<MoveRequest[]> {
  const concerned = moves.filter(isConcerned)
  const materials = await readMaterials(
    tx,
    concerned.map((move) => stockOf(move).materialNo),
  )
  const split = concerned.filter((move) => materials.get(stockOf(move).materialNo)?.isSplitValued)
  if (split.length === 0) return [...moves]
  const plants = [...new Set(split.map((move) => stockOf(move).plant))]
  const [ofBatches, ...ofPlants] = await Promise.all([
    valuationTypesOfBatches(tx, stockOf(firstOf(split)).companyCode, split.map(stockOf)),
    ...plants.map((plant) => readValuationTypes(tx, plant, materials.values())),
  ])
  const typesIn = new Map(plants.map((plant, index) => [plant, itemAt(ofPlants, index)]))
  const problems: RefusalDetail[] = []
  const typed = new Map(
    split.flatMap((move): [MoveRequest, MoveRequest][] => {
      const { materialNo, plant, batch } = stockOf(move)
      const types = typesIn.get(plant)?.get(materialNo)
      if (types === undefined) return []
      const isUnderValuationType = !entryOf(materials, materialNo).isBatchManaged
      const type = isUnderValuationType ? batch : ofBatches.get(`${materialNo}/${batch}`)
      // Goods of the stock whose batch has none came in before they were valued separately here: the ERP knows it.
      if (type === undefined && isStock(move.from)) return []
      if (type === undefined || !types.includes(type))
        problems.push({
          code: type === undefined ? 'valuation-type-required' : 'valuation-type-unknown',
          params: { material: materialNo, plant, type: type ?? '', types: types.join(' / ') },
          line: move.lineNo,
          field: lineFields['valuationType'] === undefined ? 'batch' : 'valuationType',
        })
      if (move.erp === undefined || type === undefined) return []
      const item = {
        ...move.erp.item,
        valuationType: type,
        ...(isUnderValuationType ? { isUnderValuationType } : {}),
      }
      return [[move, { ...move, erp: { ...move.erp, item } }]]
    }),
  )
  if (problems.length > 0) throw refuseAll(problems)
  return moves.map((move) => typed.get(move) ?? move)
}
