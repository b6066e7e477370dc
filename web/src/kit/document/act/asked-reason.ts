import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'

interface Asked {
  action: string
  reason: string
}

/** What to-dos opened in this window ask for, by document number. */
const asked = new Map<string, Asked>()

/** Keeps the action and the reason that the link of a to-do carries, if it was created by someone who asked. */
export function keepAskedReason(docNo: string, link: URLSearchParams): void {
  const [action, reason] = [link.get('act'), link.get('reason')]
  if (action !== null && reason !== null && reason !== '') asked.set(docNo, { action, reason })
}

/** The reason given by the person who asked for this action of the document, as the value its input begins with. */
export function askedReason(
  definition: AnyDocument,
  action: string,
  docNo: string | undefined,
): { reason?: string } {
  const found = docNo === undefined ? undefined : asked.get(docNo)
  const isAsked = found?.action === action && 'reason' in (definition.actions[action]?.input ?? {})
  return isAsked ? { reason: found.reason } : {}
}

/** The reason given by the person who asked for any step of undoing the document. */
export function askedUndoReason(docNo: string): { reason?: string } {
  const found = asked.get(docNo)
  return found === undefined ? {} : { reason: found.reason }
}
