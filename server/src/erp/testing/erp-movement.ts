import type { ErpMovement } from '../erp-movement.ts'

/** Arbitrary ERP data for moves whose meaning a test does not depend on. */
export const anyErpMovement: ErpMovement = {
  reversalMovementType: '102',
  goodsMovementCode: '01',
  referenceDocumentType: '',
  accountAssignment: '',
  basis: '',
  item: {},
}
