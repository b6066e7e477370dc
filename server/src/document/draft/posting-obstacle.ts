import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { postingObstacles } from '@kufang/contract/masters/material.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { readMaterials } from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { readParameter } from '../../system/public.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether documents of the type are the first about their goods: made from one of the ERP, or a demand from none. */
export const isFirstOfGoods = ({ source, posts }: AnyDocument): boolean =>
  source === undefined ? posts !== true : documentDefinition(source.document)?.isMirror === true

/**
 * Goods that the ERP posts only with serial numbers, which are not sent: refused before anybody announces, requests or
 * moves them, because SAP would refuse the posting at the end of the chain (M7 175). The frame
 * asks for the first document about goods; effects of documents that post goods of the stock ask in `beforeSave`.
 */
export async function problemsOfPosting(
  tx: Transaction,
  header: Row,
  lines: readonly (Row & { lineNo: number })[],
): Promise<RefusalDetail[]> {
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
