import type { QueryClient } from '@tanstack/react-query'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'

interface Asked {
  action: string
  reason: string
}

/** What to-dos opened in this window ask for, by document number; forgotten with the data of the user. */
const askedOf = new WeakMap<QueryClient, Map<string, Asked>>()

/** Keeps the action and the reason that the link of a to-do carries, if it was created by someone who asked. */
export function keepAskedReason(client: QueryClient, docNo: string, link: URLSearchParams): void {
  const [action, reason] = [link.get('act'), link.get('reason')]
  if (action === null || reason === null || reason === '') return
  const asked = askedOf.get(client) ?? new Map<string, Asked>()
  askedOf.set(client, asked.set(docNo, { action, reason }))
}

/** The reason given by the person who asked for this action of the document, as the value its input begins with. */
export function askedReason(
  client: QueryClient,
  definition: AnyDocument,
  action: string,
  docNo: string | undefined,
): { reason?: string } {
  const found = docNo === undefined ? undefined : askedOf.get(client)?.get(docNo)
  const isAsked = found?.action === action && 'reason' in (definition.actions[action]?.input ?? {})
  return isAsked ? { reason: found.reason } : {}
}

/** The reason given by the person who asked for any step of undoing the document. */
export function askedUndoReason(client: QueryClient, docNo: string): { reason?: string } {
  const found = askedOf.get(client)?.get(docNo)
  return found === undefined ? {} : { reason: found.reason }
}
