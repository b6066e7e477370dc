import { label } from '../document/declare/label.ts'
import type { SpecialStockCode } from '../document/declare/stock-words.ts'

/**
 * How the goods of a transfer order go (domain.md 1.4, movement types of sap.md): in two steps (313/315 within a plant,
 * 303/305 to another one), in one (311, 301), or by a change of owner (411 K, 411 Q, 415 Q), with which they stay in their
 * bin or go to another one of their plant.
 */
export const transferTypes = {
  twoStep: label('两步转储', 'Two steps'),
  oneStep: label('一步转储', 'One step'),
  consignmentToOwn: label('代储转自有', 'Consignment to own'),
  projectToOwn: label('项目转自有', 'Project to own'),
  ownToProject: label('自有转项目', 'Own to project'),
} as const

export type TransferType = keyof typeof transferTypes

/** The special stocks that a change of owner takes goods from and puts them into; '' is own stock. */
export const ownershipChanges: Readonly<
  Partial<Record<TransferType, { from: SpecialStockCode; to: SpecialStockCode }>>
> = {
  consignmentToOwn: { from: 'K', to: '' },
  projectToOwn: { from: 'Q', to: '' },
  ownToProject: { from: '', to: 'Q' },
}
