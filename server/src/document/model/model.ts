import {
  foreseen,
  ordered,
  type Arrival,
  type Decision,
  type Done,
  type Draft,
  type Issue,
  type Kind,
  type Note,
  type Operation,
  type Receipt,
  type Request,
} from './operation.ts'

/**
 * The quantities of one storage location as plain numbers: a second, simple implementation of the expected result.
 * Whole pieces only, so that numbers are exact.
 */
export class Model {
  readonly notes: Note[] = []
  readonly arrivals: Arrival[] = []
  readonly drafts: Draft[] = []
  readonly decisions: Decision[] = []
  readonly receipts: Receipt[] = []
  readonly requests: Request[] = []
  readonly issues: Issue[] = []

  announced = (kind: Kind) =>
    total(
      this.notes.filter((note) => note.kind === kind),
      (note) => note.quantity,
    )
  asked = (kind: Kind) =>
    total(
      this.requests.filter((request) => request.kind === kind),
      (request) => request.quantity,
    )
  reserved = (kind: Kind) =>
    total(
      this.requests.filter((request) => request.kind === kind),
      (request) => request.held,
    )

  /** Unrestricted pieces in the bin. */
  stock = (kind: Kind) =>
    total(
      this.arrivals.filter((arrival) => arrival.kind === kind),
      (arrival) => arrival.received,
    ) -
    total(
      this.requests.filter((request) => request.kind === kind),
      (request) => request.issued,
    )

  blocked = (kind: Kind) =>
    total(
      this.arrivals.filter((arrival) => arrival.kind === kind),
      (arrival) => arrival.blocked,
    )

  /** Pieces that arrived for inspection and are not yet received. */
  inInspection = (kind: Kind) =>
    kind === 'plain'
      ? 0
      : total(
          this.arrivals.filter((arrival) => arrival.kind === kind && !arrival.isReversed),
          (arrival) => arrival.quantity - arrival.destroyed - arrival.received - arrival.blocked,
        )

  free = (kind: Kind) => this.stock(kind) - this.reserved(kind)

  /** Pieces of a note held by drafts of arrivals. */
  heldOf = (note: number) =>
    total(
      this.drafts.filter((draft) => draft.isOpen && draft.note === note),
      (draft) => draft.quantity,
    )

  /** Violated invariants that must hold for any order of concurrent acts; empty if all hold. */
  impossible(): string[] {
    const found: string[] = []
    const hold = (isSo: boolean, what: string) => void (isSo || found.push(what))
    for (const kind of ['plain', 'inspected'] as const) {
      hold(this.announced(kind) <= ordered[kind], `${kind}: announced beyond the order`)
      hold(this.asked(kind) <= foreseen[kind], `${kind}: asked beyond the reservation`)
      hold(this.free(kind) >= 0, `${kind}: held or issued beyond the stock`)
    }
    for (const [index, note] of this.notes.entries())
      hold(note.arrived + this.heldOf(index) <= note.quantity, 'arrived or held beyond the note')
    for (const arrival of this.arrivals) {
      hold(decidedOf(arrival) <= arrival.quantity, 'decided beyond what arrived')
      hold(
        arrival.received <= arrival.accepted && arrival.blocked <= arrival.rejected,
        'received beyond the decision',
      )
      hold(
        !arrival.isReversed || (arrival.received === 0 && arrival.blocked === 0),
        'received from a reversed arrival',
      )
    }
    for (const request of this.requests)
      hold(request.issued <= request.quantity && request.held >= 0, 'issued beyond the request')
    return found
  }

  /** Whether the product must accept the operation if it runs alone. */
  allows(operation: Operation): boolean {
    switch (operation.type) {
      case 'announce':
        return this.announced(operation.kind) + operation.quantity <= ordered[operation.kind]
      case 'arrive':
      case 'draftArrival': {
        const note = this.notes[operation.note]!
        return note.arrived + this.heldOf(operation.note) + operation.quantity <= note.quantity
      }
      case 'confirmDraft':
      case 'discardDraft':
        return this.drafts[operation.draft]!.isOpen
      case 'decide': {
        const arrival = this.arrivals[operation.arrival]!
        return !arrival.isReversed && decidedOf(arrival) + decidedOf(operation) <= arrival.quantity
      }
      case 'withdraw': {
        const decision = this.decisions[operation.decision]!
        const arrival = this.arrivals[decision.arrival]!
        return (
          !decision.isWithdrawn &&
          // Of what was destroyed as a whole nothing is left to receive: it was posted at once, and stays until that is undone.
          arrival.destroyed < arrival.quantity &&
          arrival.received <= arrival.accepted - decision.accepted &&
          arrival.blocked <= arrival.rejected - decision.rejected
        )
      }
      case 'receive': {
        const arrival = this.arrivals[operation.arrival]!
        if (arrival.isReversed) return false
        return operation.category === 'UU'
          ? arrival.received + operation.quantity <= arrival.accepted
          : arrival.blocked + operation.quantity <= arrival.rejected
      }
      case 'ask':
        return this.asked(operation.kind) + operation.quantity <= foreseen[operation.kind]
      case 'issue': {
        const request = this.requests[operation.request]!
        return (
          request.issued + operation.quantity <= request.quantity &&
          operation.quantity <= request.held + this.free(request.kind)
        )
      }
      case 'reverseIssue':
        return !this.issues[operation.issue]!.isReversed
      case 'reversePart': {
        const issue = this.issues[operation.issue]!
        return !issue.isReversed && operation.quantity <= issue.quantity
      }
      case 'reverseReceipt': {
        const receipt = this.receipts[operation.receipt]!
        return this.#mayTakeBack(receipt, receipt.quantity)
      }
      case 'reverseReceiptPart': {
        const receipt = this.receipts[operation.receipt]!
        return (
          operation.quantity <= receipt.quantity && this.#mayTakeBack(receipt, operation.quantity)
        )
      }
      case 'reverseArrival': {
        const arrival = this.arrivals[operation.arrival]!
        const isDecided = arrival.kind === 'inspected' && decidedOf(arrival) > 0
        return !arrival.isReversed && arrival.received === 0 && arrival.blocked === 0 && !isDecided
      }
    }
  }

  /** Further results the product must return if the operation runs alone. */
  predicts(operation: Operation): Partial<Done> {
    if (operation.type === 'ask')
      return { held: Math.min(Math.max(this.free(operation.kind), 0), operation.quantity) }
    if (operation.type === 'issue')
      return { consumed: Math.min(this.requests[operation.request]!.held, operation.quantity) }
    return {}
  }

  // oxlint-disable-next-line max-lines-per-function -- one branch per action of the model
  apply(operation: Operation, done: Done): void {
    const { id } = done
    switch (operation.type) {
      case 'announce':
        return void this.notes.push({
          id,
          kind: operation.kind,
          quantity: operation.quantity,
          arrived: 0,
        })
      case 'arrive':
        return this.#arrive(done, operation.note, operation.quantity)
      case 'draftArrival': {
        const { note, quantity } = operation
        return void this.drafts.push({ id, note, quantity, isOpen: true })
      }
      case 'confirmDraft': {
        const draft = this.drafts[operation.draft]!
        draft.isOpen = false
        return this.#arrive(done, draft.note, draft.quantity)
      }
      case 'discardDraft':
        return void (this.drafts[operation.draft]!.isOpen = false)
      case 'decide': {
        const arrival = this.arrivals[operation.arrival]!
        arrival.accepted += operation.accepted
        arrival.rejected += operation.rejected
        arrival.destroyed += operation.destroyed
        return void this.decisions.push({
          id,
          arrival: operation.arrival,
          accepted: operation.accepted,
          rejected: operation.rejected,
          destroyed: operation.destroyed,
          isWithdrawn: false,
        })
      }
      case 'withdraw': {
        const decision = this.decisions[operation.decision]!
        decision.isWithdrawn = true
        this.arrivals[decision.arrival]!.accepted -= decision.accepted
        this.arrivals[decision.arrival]!.rejected -= decision.rejected
        this.arrivals[decision.arrival]!.destroyed -= decision.destroyed
        return
      }
      case 'receive': {
        this.arrivals[operation.arrival]![operation.category === 'UU' ? 'received' : 'blocked'] +=
          operation.quantity
        return void this.receipts.push({
          id,
          arrival: operation.arrival,
          category: operation.category,
          quantity: operation.quantity,
          isReversed: false,
        })
      }
      case 'ask':
        return void this.requests.push({
          id,
          kind: operation.kind,
          quantity: operation.quantity,
          issued: 0,
          held: done.held!,
        })
      case 'issue': {
        const request = this.requests[operation.request]!
        request.issued += operation.quantity
        request.held -= done.consumed!
        return void this.issues.push({
          id,
          request: operation.request,
          quantity: operation.quantity,
          consumed: done.consumed!,
          isReversed: false,
        })
      }
      case 'reverseIssue': {
        const issue = this.issues[operation.issue]!
        return this.#bringBack(issue, issue.quantity)
      }
      case 'reversePart':
        return this.#bringBack(this.issues[operation.issue]!, operation.quantity)
      case 'reverseReceipt': {
        const receipt = this.receipts[operation.receipt]!
        return this.#takeOut(receipt, receipt.quantity)
      }
      case 'reverseReceiptPart':
        return this.#takeOut(this.receipts[operation.receipt]!, operation.quantity)
      case 'reverseArrival': {
        const arrival = this.arrivals[operation.arrival]!
        arrival.isReversed = true
        this.notes[arrival.note]!.arrived -= arrival.quantity
      }
    }
  }

  #mayTakeBack({ arrival, category, isReversed }: Receipt, quantity: number): boolean {
    const { kind } = this.arrivals[arrival]!
    return !isReversed && (category === 'BL' || quantity <= this.free(kind))
  }

  #takeOut(receipt: Receipt, quantity: number): void {
    receipt.isReversed = quantity === receipt.quantity
    receipt.quantity -= quantity
    this.arrivals[receipt.arrival]![receipt.category === 'UU' ? 'received' : 'blocked'] -= quantity
  }

  /** Returned pieces are held for the request again, up to its open quantity. */
  #bringBack(issue: Issue, quantity: number): void {
    issue.isReversed = quantity === issue.quantity
    issue.quantity -= quantity
    const request = this.requests[issue.request]!
    request.issued -= quantity
    const missing = request.quantity - request.issued - request.held
    request.held += Math.min(missing, quantity)
  }

  #arrive({ id, notice = '' }: Done, index: number, quantity: number): void {
    const note = this.notes[index]!
    note.arrived += quantity
    this.arrivals.push({
      id,
      notice,
      note: index,
      kind: note.kind,
      quantity,
      accepted: note.kind === 'plain' ? quantity : 0,
      rejected: 0,
      destroyed: 0,
      received: 0,
      blocked: 0,
      isReversed: false,
    })
  }
}

/** What an inspection decided about. */
export const decidedOf = ({
  accepted,
  rejected,
  destroyed,
}: Pick<Decision, 'accepted' | 'rejected' | 'destroyed'>): number => accepted + rejected + destroyed

const total = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
