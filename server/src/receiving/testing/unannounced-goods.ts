import type { Goods, Place } from '../../document/testing/ground.ts'
import type { World } from '../../document/testing/world.ts'

/** A truck of supplier 100001 with goods that nobody has announced, in the receiving bin. */
export const unannouncedGoods = (
  world: World,
  place: Place,
  lines: readonly Goods[],
  header: Readonly<Record<string, unknown>> = {},
) =>
  world.create('unannounced-arrival', {
    page: '/receive/queryReceiveManagerToSupplement',
    companyCode: place.companyCode,
    header: {
      supplierNo: '100001',
      plant: place.plant,
      storageLocation: place.storageLocation,
      cause: '紧急采购，订单未下达',
      visualCheck: 'intact',
      ...header,
    },
    lines: lines.map((line) => ({ bin: 'R-01', ...line })),
    actionAfterCreate: 'receive',
  })
