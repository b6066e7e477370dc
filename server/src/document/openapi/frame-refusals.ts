import { commonRefusals } from '@kufang/contract/document/catalogue/common-refusals.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { fieldOf } from '@kufang/kernel/present.ts'

// The codes with which the frame refuses, by kind of call. frame-refusals.test.ts compares them with its sources.

export const ofReading = ['not-found', 'role-missing'] as const
/** Of the search of a master for forms. */
export const ofMasterSearches = [...ofReading, 'master-not-needed'] as const
export const ofLists = [
  'column-unknown',
  'statement-too-long',
  'role-missing',
  'not-found',
] as const
export const ofExports = [...ofLists, 'export-too-large', 'rate-limited'] as const

/** Of predecessors and stock, from which the lines of a draft come. */
const ofSources = [
  'source-required',
  'source-not-found',
  'source-wrong-state',
  'source-mixed',
  'differs-from-source',
  'quantity-exceeds-open',
  'quantity-held',
] as const
/** Of what a person enters. */
const ofEntry = [
  'column-unknown',
  'field-not-visible',
  'more-problems',
  'too-many-lines',
  'reference-outside',
  'quantity-not-positive',
  'quantity-too-precise',
  'quantity-not-a-number',
  'quantity-too-large',
  'quantity-whole-only',
  'quantity-too-precise-for-unit',
] as const
/** Of the parameters of a query, which are checked like what a person enters. */
export const ofParameters = ['field-required', ...ofEntry] as const
export const ofDrafts = [...ofReading, ...ofEntry, ...ofSources, ...commonRefusals] as const
export const ofChangedDrafts = [
  ...ofDrafts,
  'version-stale',
  'not-editable',
  'lines-outside-scope',
] as const
export const ofDiscards = [
  ...ofReading,
  'version-stale',
  'not-editable',
  'lines-outside-scope',
] as const

/** Of actions, whose effects move goods and post them. */
const ofActions = [
  ...ofReading,
  ...ofEntry,
  ...ofSources,
  ...commonRefusals,
  'version-stale',
  'lines-outside-scope',
  'period-closed',
  'posting-date-ahead',
  'posting-date-before-movement',
  'stock-short',
  'stock-held',
  'stock-moved-on',
] as const

/** Of one action of a document: those of the frame, of its declaration, and of the document's effects. */
export function ofAction(definition: AnyDocument, action: string): readonly string[] {
  const { functionCode, notBy, handsOver, isAtReceiver } = fieldOf(definition.actions, action)
  const place = isAtReceiver ? 'place-of-receiver' : 'place-of-sender'
  return [
    ...ofActions.filter((code) => code !== 'separation-of-duties' || notBy !== undefined),
    ...(functionCode === undefined ? [] : ['function-missing']),
    ...(handsOver === undefined ? [] : ['signature-required']),
    ...(definition.receivedAt === undefined ? [] : [place]),
    ...definition.refusals,
  ]
}

export const ofUndoing = [...ofActions, 'function-missing', 'place-of-sender'] as const

export const ofMasters = [
  ...ofReading,
  ...ofEntry,
  'field-required',
  'master-exists',
  'import-row-repeated',
  'master-unknown',
  'master-holds-stock',
  'date-order',
  'second-unit-in-stock',
  'second-unit-incomplete',
  'not-editable',
  'outside-scope',
  'version-stale',
] as const
/** Of masters that are rules, changed by two persons. */
export const ofRuleChanges = [
  'rule-change-open',
  'rule-change-own',
  'rule-change-expired',
  'wrong-state',
] as const
