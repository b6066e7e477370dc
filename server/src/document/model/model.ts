/**
 * Quantities of one storage location as plain numbers: what the product must come to, written a second
 * time and simply. Whole pieces only, so that numbers are exact.
 */
export interface Note {
  id: string
  kind: Kind
  quantity: number
  arrived: number
}
export interface Arrival {
  id: string
  notice: string
  note: number
  kind: Kind
  quantity: number
  accepted: number
  rejected: number
  received: number
  blocked: number
  isReversed: boolean
}
export interface Decision {
  id: string
  arrival: number
  accepted: number
  rejected: number
  isWithdrawn: boolean
}
export interface Receipt {
  id: string
  arrival: number
  category: 'UU' | 'BL'
  quantity: number
  isReversed: boolean
}
export interface Request {
  id: string
  kind: Kind
  quantity: number
  issued: number
  held: number
}
export interface Issue {
  id: string
  request: number
  quantity: number
  consumed: number
  isReversed: boolean
}

export type Kind = 'plain' | 'inspected'
export const kinds: readonly Kind[] = ['plain', 'inspected']
export const ordered: Record<Kind, number> = { plain: 60, inspected: 50 }
export const foreseen: Record<Kind, number> = { plain: 40, inspected: 30 }

export type Operation =
  | { type: 'announce'; kind: Kind; quantity: number }
  | { type: 'arrive'; note: number; quantity: number }
  | { type: 'decide'; arrival: number; accepted: number; rejected: number }
  | { type: 'withdraw'; decision: number }
  | { type: 'receive'; arrival: number; category: 'UU' | 'BL'; quantity: number }
  | { type: 'ask'; kind: Kind; quantity: number }
  | { type: 'issue'; request: number; quantity: number }
  | { type: 'reverseIssue'; issue: number }
  | { type: 'reverseReceipt'; receipt: number }
  | { type: 'reverseArrival'; arrival: number }

/** What the product did, where the model cannot know it: who got which pieces when several wanted them. */
export interface Done {
  id: string
  notice?: string
  held?: number
  consumed?: number
}

export class Model {
  readonly notes: Note[] = []
  readonly arrivals: Arrival[] = []
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

  /** What arrived for inspection and was not received yet. */
  inInspection = (kind: Kind) =>
    kind === 'plain'
      ? 0
      : total(
          this.arrivals.filter((arrival) => arrival.kind === kind && !arrival.isReversed),
          (arrival) => arrival.quantity - arrival.received - arrival.blocked,
        )

  free = (kind: Kind) => this.stock(kind) - this.reserved(kind)

  /**
   * The operation on something there is, or null where there is none yet. Each number names one of the list, and a
   * quantity is a share in percent of what may be taken, the pieces above 100 going beyond it.
   */
  aim(operation: Operation): Operation | null {
    const aimed = this.pick(operation)
    if (!aimed) return null
    const pieces = (share: number) =>
      share > 100
        ? Math.max(this.limit(aimed), 0) + share - 100
        : Math.max(1, Math.round((this.limit(aimed) * share) / 100))
    if (aimed.type === 'decide') {
      const inspected = pieces(aimed.accepted)
      const rejected = Math.min(aimed.rejected, inspected)
      return { ...aimed, accepted: inspected - rejected, rejected }
    }
    return 'quantity' in aimed ? { ...aimed, quantity: pieces(aimed.quantity) } : aimed
  }

  /** How many pieces the operation may be about. */
  private limit(operation: Operation): number {
    switch (operation.type) {
      case 'announce':
        return ordered[operation.kind] - this.announced(operation.kind)
      case 'arrive':
        return this.notes[operation.note]!.quantity - this.notes[operation.note]!.arrived
      case 'decide': {
        const arrival = this.arrivals[operation.arrival]!
        return arrival.quantity - arrival.accepted - arrival.rejected
      }
      case 'receive': {
        const arrival = this.arrivals[operation.arrival]!
        return operation.category === 'UU'
          ? arrival.accepted - arrival.received
          : arrival.rejected - arrival.blocked
      }
      case 'ask':
        return foreseen[operation.kind] - this.asked(operation.kind)
      case 'issue': {
        const request = this.requests[operation.request]!
        return Math.min(request.quantity - request.issued, request.held + this.free(request.kind))
      }
      case 'withdraw':
      case 'reverseIssue':
      case 'reverseReceipt':
      case 'reverseArrival':
        return 0
    }
  }

  private pick(operation: Operation): Operation | null {
    const one = (list: readonly unknown[], index: number) =>
      list.length === 0 ? null : index % list.length
    switch (operation.type) {
      case 'announce':
      case 'ask':
        return operation
      case 'arrive': {
        const note = one(this.notes, operation.note)
        return note === null ? null : { ...operation, note }
      }
      case 'decide': {
        const inspected = this.arrivals.flatMap((arrival, index) =>
          arrival.kind === 'inspected' ? [index] : [],
        )
        const chosen = one(inspected, operation.arrival)
        return chosen === null ? null : { ...operation, arrival: inspected[chosen]! }
      }
      case 'receive':
      case 'reverseArrival': {
        const arrival = one(this.arrivals, operation.arrival)
        return arrival === null ? null : { ...operation, arrival }
      }
      case 'withdraw': {
        const decision = one(this.decisions, operation.decision)
        return decision === null ? null : { ...operation, decision }
      }
      case 'issue': {
        const request = one(this.requests, operation.request)
        return request === null ? null : { ...operation, request }
      }
      case 'reverseIssue': {
        const issue = one(this.issues, operation.issue)
        return issue === null ? null : { ...operation, issue }
      }
      case 'reverseReceipt': {
        const receipt = one(this.receipts, operation.receipt)
        return receipt === null ? null : { ...operation, receipt }
      }
    }
  }

  /** What can never be, in whatever order several people's acts came through; nothing when all is well. */
  impossible(): string[] {
    const found: string[] = []
    const hold = (isSo: boolean, what: string) => void (isSo || found.push(what))
    for (const kind of ['plain', 'inspected'] as const) {
      hold(this.announced(kind) <= ordered[kind], `${kind}: announced beyond the order`)
      hold(this.asked(kind) <= foreseen[kind], `${kind}: asked beyond the reservation`)
      hold(this.free(kind) >= 0, `${kind}: held or issued beyond the stock`)
    }
    for (const note of this.notes) hold(note.arrived <= note.quantity, 'arrived beyond the note')
    for (const arrival of this.arrivals) {
      hold(arrival.accepted + arrival.rejected <= arrival.quantity, 'decided beyond what arrived')
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

  /** Whether the product must do it, with nobody else about. */
  allows(operation: Operation): boolean {
    switch (operation.type) {
      case 'announce':
        return this.announced(operation.kind) + operation.quantity <= ordered[operation.kind]
      case 'arrive': {
        const note = this.notes[operation.note]!
        return note.arrived + operation.quantity <= note.quantity
      }
      case 'decide': {
        const arrival = this.arrivals[operation.arrival]!
        return (
          !arrival.isReversed &&
          arrival.accepted + arrival.rejected + operation.accepted + operation.rejected <=
            arrival.quantity
        )
      }
      case 'withdraw': {
        const decision = this.decisions[operation.decision]!
        const arrival = this.arrivals[decision.arrival]!
        return (
          !decision.isWithdrawn &&
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
      case 'reverseReceipt': {
        const receipt = this.receipts[operation.receipt]!
        const { kind } = this.arrivals[receipt.arrival]!
        return (
          !receipt.isReversed && (receipt.category === 'BL' || receipt.quantity <= this.free(kind))
        )
      }
      case 'reverseArrival': {
        const arrival = this.arrivals[operation.arrival]!
        const isDecided = arrival.kind === 'inspected' && arrival.accepted + arrival.rejected > 0
        return !arrival.isReversed && arrival.received === 0 && arrival.blocked === 0 && !isDecided
      }
    }
  }

  /** What the product must answer besides yes, with nobody else about. */
  predicts(operation: Operation): Partial<Done> {
    if (operation.type === 'ask')
      return { held: Math.min(Math.max(this.free(operation.kind), 0), operation.quantity) }
    if (operation.type === 'issue')
      return { consumed: Math.min(this.requests[operation.request]!.held, operation.quantity) }
    return {}
  }

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
      case 'arrive': {
        const note = this.notes[operation.note]!
        note.arrived += operation.quantity
        const accepted = note.kind === 'plain' ? operation.quantity : 0
        return void this.arrivals.push({
          id,
          notice: done.notice ?? '',
          note: operation.note,
          kind: note.kind,
          quantity: operation.quantity,
          accepted,
          rejected: 0,
          received: 0,
          blocked: 0,
          isReversed: false,
        })
      }
      case 'decide': {
        const arrival = this.arrivals[operation.arrival]!
        arrival.accepted += operation.accepted
        arrival.rejected += operation.rejected
        return void this.decisions.push({
          id,
          arrival: operation.arrival,
          accepted: operation.accepted,
          rejected: operation.rejected,
          isWithdrawn: false,
        })
      }
      case 'withdraw': {
        const decision = this.decisions[operation.decision]!
        decision.isWithdrawn = true
        this.arrivals[decision.arrival]!.accepted -= decision.accepted
        this.arrivals[decision.arrival]!.rejected -= decision.rejected
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
        issue.isReversed = true
        this.requests[issue.request]!.issued -= issue.quantity
        this.requests[issue.request]!.held += issue.consumed
        return
      }
      case 'reverseReceipt': {
        const receipt = this.receipts[operation.receipt]!
        receipt.isReversed = true
        this.arrivals[receipt.arrival]![receipt.category === 'UU' ? 'received' : 'blocked'] -=
          receipt.quantity
        return
      }
      case 'reverseArrival': {
        const arrival = this.arrivals[operation.arrival]!
        arrival.isReversed = true
        this.notes[arrival.note]!.arrived -= arrival.quantity
      }
    }
  }
}

const total = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
