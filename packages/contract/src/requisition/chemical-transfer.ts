import { reference } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/**
 * What a requisition of chemicals for the unit's own storage location has besides that of dangerous goods: where they go.
 * Entered on its page only (`enters`).
 */
export const chemicalTransfer = {
  header: {
    receivingStorageLocation: reference(label('接收库存地点', 'To location'), 'storage-location', {
      outsideScopeBecause:
        'the unit of the requisition draws the goods there, and its people see it by the unit',
      by: 'server',
      isRemembered: true,
      width: 110,
    }),
  },
  lines: {
    receivingBin: reference(label('接收货位', 'To bin'), 'bin', {
      by: 'server',
      keyFrom: { storageLocation: 'receivingStorageLocation' },
      width: 120,
    }),
  },
  /** When it is entered, and when its goods leave. */
  refusals: ['not-a-chemical', 'bin-not-for-storage'],
} as const
