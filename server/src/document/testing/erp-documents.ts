import { addAll } from '@kufang/kernel/add-all.ts'
import { openMirrorSource } from '../../erp/mirrors/source.ts'
import type { Place } from './ground.ts'
import type { WithStandIn } from './with-stand-in.ts'

/** Movement type and base quantity of each item that the ERP has for a storage location, such as `101 5`. */
export async function documentsOfPlace(
  erp: WithStandIn,
  { companyCode, storageLocation }: Place,
): Promise<string[]> {
  const { client } = await openMirrorSource(erp.connections, companyCode, 'material-document')
  const types: string[] = []
  for await (const page of client.getPages('A_MaterialDocumentItem', {
    operation: 'mirror',
    query: { $filter: `StorageLocation eq '${storageLocation}'` },
  }))
    addAll(
      types,
      page.map((row) => `${String(row['GoodsMovementType'])} ${Number(row['QuantityInBaseUnit'])}`),
    )
  return types
}
