import { label } from '../document/declare/label.ts'
import type { IntegerParameter } from './parameter-kinds.ts'

// Stock whose batch expires.

const warningDays: IntegerParameter = {
  kind: 'integer',
  label: label('批次到期预警天数', 'Days of warning before a batch expires'),
  help: label(
    '批次到期前多少天通知可冻结库存的人员，以便先用或退换；到期后每周提请冻结仍为非限制的库存。0 为只在到期后提请',
    'How many days before a batch expires those who may freeze its stock are told, so that it is used first or exchanged; after that day they are asked every week to freeze what is still unrestricted. 0: only after it',
  ),
  level: 'company',
  isControl: false,
  minimum: 0,
  maximum: 365,
  default: 30,
}

/** The business parameters of batches that expire. */
export const expiryParameters = { 'stock.expiryWarningDays': warningDays } as const
