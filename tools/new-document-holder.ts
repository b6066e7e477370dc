import type { Away, HolderMaster } from './new-document-type.ts'

/** The masters of which a holder may be one: the name of the field, its place in a journey, and one there is in tests. */
export const holderMasters: Readonly<
  Record<HolderMaster, { field: string; ground: string; tested: string }>
> = {
  // Its people see the documents of their unit only, whatever the field is called.
  'picking-unit': { field: 'pickingUnit', ground: 'ground.pickingUnit', tested: 'U1' },
  // The data scope of a supplier knows the field by this name.
  supplier: { field: 'supplierNo', ground: 'ground.supplierNo', tested: '100001' },
  requester: { field: 'requester', ground: 'ground.requester', tested: 'P1' },
}

/** The holder of a journey, as an expression, and the one that tests find. */
export function holderOf({ holderMaster, holderZh }: Away): { entered: string; tested: string } {
  if (holderMaster === undefined) return { entered: `'${holderZh}一'`, tested: `${holderZh}一` }
  const { ground, tested } = holderMasters[holderMaster]
  return { entered: ground, tested }
}
