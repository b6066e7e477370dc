import { label } from '../document/declare/label.ts'

/** Groupings of stock, current or at a point in time: totals of a material over bins and batches. */
export const stockGroupings = {
  material: {
    label: label('按物料', 'By material'),
    by: ['companyCode', 'materialNo', 'description', 'specification', 'unit', 'secondUnit'],
  },
  storageLocation: {
    label: label('按库存地点', 'By storage location'),
    by: [
      'companyCode',
      'plant',
      'storageLocation',
      'materialNo',
      'description',
      'stockCategory',
      'unit',
      'secondUnit',
    ],
  },
  batch: {
    label: label('按批次', 'By batch'),
    by: [
      'companyCode',
      'plant',
      'materialNo',
      'description',
      'batch',
      'stockCategory',
      'unit',
      'secondUnit',
    ],
  },
} as const
