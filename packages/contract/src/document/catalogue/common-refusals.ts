import type { RefusalCode } from './refusal-catalogue.ts'

/** Codes any effect may refuse with; a document lists only its additional ones. */
export const commonRefusals = [
  // checks of the frame, which also apply when effects act on other documents
  'field-required',
  'lines-required',
  'input-invalid',
  'reason-required',
  'separation-of-duties',
  'wrong-state',
  'wrong-erp-state',
  'not-found',
  'source-wrong-state',
  'successor-stands',
  'quantity-beyond-line',
  'line-unknown',
  'unit-not-of-material',
  'unit-conversion-unknown',
  'quantity-not-whole-in-base-unit',
  'quantity-changed-by-rounding',
  'line-twice',
  'quantity-held',
  'quantity-exceeds-available',
  'stock-line-empty',
  // bins and batches of goods
  'bin-unknown',
  'bin-inactive',
  'bin-hazard-mismatch',
  'batch-required',
  'batch-not-allowed',
  'line-repeated',
  'master-unknown',
  'master-expired',
  'master-not-yet-valid',
  'outside-scope',
  'material-unknown',
  'material-inactive',
  'material-not-postable',
  // goods that cannot be moved, or could never be posted to the ERP
  'reversal-beyond-moved',
  'release-beyond-held',
  'assignment-not-in-rules',
  'basis-not-in-rules',
  'movement-rule-missing',
  'movement-object-missing',
  'movement-type-not-permitted',
  'movement-type-without-account',
  'erp-stock-unposted',
  'posting-in-flight',
  'posting-in-books',
] as const satisfies readonly RefusalCode[]

export type CommonRefusal = (typeof commonRefusals)[number]
