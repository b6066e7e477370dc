// The interface of the bins for others: whether goods may lie in them, and which are proposed.
export {
  checkGoodsLines,
  expiryBeforeProduction,
  expiryOf,
  type FillingRule,
} from './line-checks.ts'
export { proposeBins } from './propose-bins.ts'
export { thresholdWarnings } from './threshold-warnings.ts'
export { liesSql, tonnesPerUnitSql } from './tonnes.ts'
export { listBinChoices } from './list-bin-choices.ts'
