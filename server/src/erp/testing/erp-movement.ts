import type { ErpMovement } from '../erp-movement.ts'

/** What the ERP is told of a move whose meaning a test does not care about. */
export const anyErpMovement: ErpMovement = {
  reversalMovementType: '102',
  goodsMovementCode: '01',
  referenceDocumentType: '',
  accountAssignment: '',
  basis: '',
  item: {},
}
