import type { Company } from '../company.ts'
import type { Replayed } from './replayed.ts'

/**
 * Goods of an item that are not here any more are counted: the storekeeper finds none, the difference is explained, reviewed
 * by somebody else and posted.
 */
export async function countWhatLeft(company: Company, { erp }: Replayed): Promise<void> {
  const { plant, storageLocation } = company.places.first
  const { id } = await company.create('leader', 'stocktaking', {
    header: { plant, storageLocation, countType: 'spot' },
    lines: [{ materialNo: erp.materialNo, bin: 'A-01', stockCategory: 'UU' }],
    actionAfterCreate: 'start',
  })
  const act = (
    who: Parameters<Company['act']>[0],
    action: string,
    lines?: readonly object[],
  ): Promise<void> => company.act(who, 'stocktaking', id, action, undefined, lines)
  await act('keeper', 'count', [{ lineNo: 1, countedQuantity: '0' }])
  await act('leader', 'explain', [{ lineNo: 1, differenceReason: 'missingTransaction' }])
  await act('director', 'review')
  const { header } = await company.read('poster', 'stocktaking', id)
  if (header.state === 'toDirector') await act('director', 'reviewDirector')
  await act('poster', 'post')
  await company.send()
}
