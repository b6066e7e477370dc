import { label } from '../document/declare/label.ts'

/** Summaries of stock, now and as of a moment: what there is of a material, whatever bin and batch it lies in. */
export const stockGroupings = {
  material: {
    label: label('按物料', 'By material'),
    by: ['companyCode', 'materialNo', 'description', 'specification', 'unit'],
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
    ],
  },
  batch: {
    label: label('按批次', 'By batch'),
    by: ['companyCode', 'plant', 'materialNo', 'description', 'batch', 'stockCategory', 'unit'],
  },
} as const
