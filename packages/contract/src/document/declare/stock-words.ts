import { label } from './label.ts'

// The labels of the codes of stock keys (spec domain.md 2), defined only here.

export const stockCategories = {
  UU: label('非限制', 'Unrestricted'),
  QI: label('质检', 'In inspection'),
  BL: label('冻结', 'Blocked'),
  GRB: label('收货冻结', 'GR blocked'),
  IT: label('在途', 'In transit'),
} as const

export const specialStocks = {
  K: label('代储', 'Consignment'),
  Q: label('项目', 'Project'),
  E: label('销售订单', 'Sales order'),
  O: label('外协', 'Subcontractor'),
} as const

/** A special stock, or '' for own stock. */
export type SpecialStockCode = keyof typeof specialStocks | ''

export const books = {
  ERP: label('账内', 'In the ERP'),
  ZERO: label('零价值', 'Zero value'),
  OFF: label('账外', 'Off book'),
} as const
