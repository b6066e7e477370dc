import { decidedOf, type Model } from './model.ts'
import { foreseen, ordered, type Operation } from './operation.ts'

/**
 * Maps the random numbers of an operation to existing documents, or returns null if there are none. A quantity is a
 * percentage of what is available; the part above 100 is added as pieces beyond it.
 */
export function aim(model: Model, operation: Operation): Operation | null {
  const aimed = pick(model, operation)
  if (!aimed) return null
  const pieces = (share: number) =>
    share > 100
      ? Math.max(limit(model, aimed), 0) + share - 100
      : Math.max(1, Math.round((limit(model, aimed) * share) / 100))
  if (aimed.type === 'decide') {
    const inspected = pieces(aimed.accepted)
    const rejected = Math.min(aimed.rejected, inspected)
    const destroyed = Math.min(aimed.destroyed, inspected - rejected)
    return { ...aimed, accepted: inspected - rejected - destroyed, rejected, destroyed }
  }
  return 'quantity' in aimed ? { ...aimed, quantity: pieces(aimed.quantity) } : aimed
}

/** The maximum number of pieces the operation may take. */
function limit(model: Model, operation: Operation): number {
  switch (operation.type) {
    case 'announce':
      return ordered[operation.kind] - model.announced(operation.kind)
    case 'arrive':
    case 'draftArrival': {
      const note = model.notes[operation.note]!
      return note.quantity - note.arrived - model.heldOf(operation.note)
    }
    case 'decide': {
      const arrival = model.arrivals[operation.arrival]!
      return arrival.quantity - decidedOf(arrival)
    }
    case 'receive': {
      const arrival = model.arrivals[operation.arrival]!
      return operation.category === 'UU'
        ? arrival.accepted - arrival.received
        : arrival.rejected - arrival.blocked
    }
    case 'ask':
      return foreseen[operation.kind] - model.asked(operation.kind)
    case 'issue': {
      const request = model.requests[operation.request]!
      return Math.min(request.quantity - request.issued, request.held + model.free(request.kind))
    }
    case 'reversePart': {
      const issue = model.issues[operation.issue]!
      return issue.isReversed ? 0 : issue.quantity
    }
    case 'reverseReceiptPart': {
      const receipt = model.receipts[operation.receipt]!
      return receipt.isReversed ? 0 : receipt.quantity
    }
    case 'confirmDraft':
    case 'discardDraft':
    case 'withdraw':
    case 'reverseIssue':
    case 'reverseReceipt':
    case 'reverseArrival':
      return 0
  }
}

function pick(model: Model, operation: Operation): Operation | null {
  const one = (list: readonly unknown[], index: number) =>
    list.length === 0 ? null : index % list.length
  switch (operation.type) {
    case 'announce':
    case 'ask':
      return operation
    case 'confirmDraft':
    case 'discardDraft': {
      const draft = one(model.drafts, operation.draft)
      return draft === null ? null : { ...operation, draft }
    }
    case 'arrive':
    case 'draftArrival': {
      const note = one(model.notes, operation.note)
      return note === null ? null : { ...operation, note }
    }
    case 'decide': {
      const inspected = model.arrivals.flatMap((arrival, index) =>
        arrival.kind === 'inspected' ? [index] : [],
      )
      const chosen = one(inspected, operation.arrival)
      return chosen === null ? null : { ...operation, arrival: inspected[chosen]! }
    }
    case 'receive':
    case 'reverseArrival': {
      const arrival = one(model.arrivals, operation.arrival)
      return arrival === null ? null : { ...operation, arrival }
    }
    case 'withdraw': {
      const decision = one(model.decisions, operation.decision)
      return decision === null ? null : { ...operation, decision }
    }
    case 'issue': {
      const request = one(model.requests, operation.request)
      return request === null ? null : { ...operation, request }
    }
    case 'reverseIssue':
    case 'reversePart': {
      const issue = one(model.issues, operation.issue)
      return issue === null ? null : { ...operation, issue }
    }
    case 'reverseReceipt':
    case 'reverseReceiptPart': {
      const receipt = one(model.receipts, operation.receipt)
      return receipt === null ? null : { ...operation, receipt }
    }
  }
}
