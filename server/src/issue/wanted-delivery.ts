import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { SaveContext } from '../document/effects/effects.ts'

/** How the requisitions want their goods, and where: the storekeeper may decide otherwise when they leave their bin. */
export function keepDelivery({ header, lines }: SaveContext<typeof goodsIssue>): void {
  // Goods that left in an emergency are there.
  if (header.issueMode === 'urgent') return
  const delivered = lines.filter(({ source }) => source?.isDelivered === true)
  const places = delivered.map(({ source }) => textOf(source?.deliveryPlace))
  Object.assign(header, {
    issueMode: delivered.length > 0 ? 'distribution' : 'selfPickup',
    deliveryPlace: places.find((one) => one !== '') ?? null,
  })
}
