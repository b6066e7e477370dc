/**
 * What actions of document types were called before, with their names of today. Entries of the audit log keep the name an
 * act had when it was done, because nobody changes them; whoever shows them reads the name of today.
 */
export const formerActions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'goods-receipt': { audit: 'review' },
  'goods-issue': { audit: 'review' },
  'problem-document': { settle: 'decide' },
  'demand-problem': { settle: 'decide' },
  'overdue-record': { decideResponsibility: 'decide' },
  'transfer-difference': { decideDifference: 'decide' },
  'sharing-request': { ask: 'submit' },
  'replenishment-request': { request: 'submit' },
  stocktaking: { takeBack: 'reversePart' },
}

/** The name of today of an action in an entry of the audit log. */
export function presentAction(document: string, action: string): string {
  return formerActions[document]?.[action] ?? action
}
