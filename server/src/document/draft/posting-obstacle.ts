import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'
import { postingObstacles } from '@kufang/contract/masters/material.ts'
import { hasSerialNumbers } from '@kufang/contract/document/declare/serial-numbers.ts'
import { documentDefinition, documents } from '@kufang/contract/registry.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { readMaterials } from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { readParameter } from '../../system/public.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether documents of the type are the first about their goods: made from one of the ERP, or a demand from none. */
export const isFirstOfGoods = ({ source, posts }: AnyDocument): boolean =>
  source === undefined ? posts !== true : documentDefinition(source.document)?.isMirror === true

/** Whether a document sends serial numbers, is only the demand of one that does, makes those that do, or moves nothing of the stock it is about. */
const carriesSerialNumbers = (definition: AnyDocument): boolean =>
  hasSerialNumbers(definition) ||
  definition.goodsFollow === true ||
  (definition.posts !== true &&
    definition.stockLines !== undefined &&
    limitOfStock(definition) === null) ||
  (definition.posts !== true &&
    Object.values<AnyDocument>(documents).some(
      (one) => one.source?.document === definition.name && hasSerialNumbers(one),
    ))

/**
 * Goods that the ERP posts only with serial numbers, in a document that has none: refused before anybody announces,
 * requests or moves them, because SAP would refuse the posting at the end of the chain (M7 175). The frame
 * asks for the first document about goods; effects of documents that post goods of the stock ask in `beforeSave`.
 * @param definition null: of a movement whose serial numbers the document does not know
 */
export async function problemsOfPosting(
  tx: Transaction,
  definition: AnyDocument | null,
  header: Row,
  lines: readonly (Row & { lineNo: number })[],
): Promise<RefusalDetail[]> {
  if (definition !== null && carriesSerialNumbers(definition)) return []
  const materials = await readMaterials(
    tx,
    lines.map((line) => textOf(line['materialNo'])),
  )
  const found = lines.flatMap((line) => {
    const obstacle = materials.get(textOf(line['materialNo']))?.postingObstacle
    return obstacle ? [{ line, obstacle }] : []
  })
  if (found.length === 0) return []
  const place = { companyCode: textOf(header['companyCode']), plant: textOf(header['plant']) }
  if ((await readParameter(tx, 'goods.postingObstacle', place)) === 'permitted') return []
  return found.map(({ line, obstacle }) => {
    const { zh, en } = postingObstacles[obstacle]
    return {
      code: 'material-not-postable',
      params: {
        material: textOf(line['materialNo']),
        plant: place.plant,
        obstacle: zh,
        obstacleEn: en,
      },
      line: line.lineNo,
      field: 'materialNo',
    }
  })
}
