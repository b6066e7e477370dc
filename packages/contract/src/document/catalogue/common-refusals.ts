import type { RefusalCode } from './refusal-catalogue.ts'

/** What any effect may refuse with; a document lists only what is particular to it. */
export const commonRefusals = [
  // the frame's own checks, which an effect meets when it acts on other documents
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
  'quantity-held',
  'master-unknown',
  'outside-scope',
  'material-unknown',
  'material-inactive',
  // goods that cannot move, or that the ERP could never be told of
  'reversal-beyond-moved',
  'release-beyond-held',
  'assignment-not-in-rules',
  'basis-not-in-rules',
  'movement-rule-missing',
  'movement-object-missing',
  'posting-in-flight',
] as const satisfies readonly RefusalCode[]

export type CommonRefusal = (typeof commonRefusals)[number]
