/** What a client requested under one idempotency key, and the result it received. */
export interface Act {
  key: string
  /** Kind of document. */
  type: string
  /** Names in the audit log: creating with an action counts as two. */
  actions: string[]
  outcome: 'acknowledged' | 'refused' | 'unacknowledged'
  /** The response, if there was one; for documents selected together it states only which were done. */
  answer?: unknown
  /** The document, if the client knows it. */
  documentId?: string
  /** Number of attempts until a response was received. */
  attempts: number
}

/** All requests of the clients, compared with the database. */
export class ActBook {
  readonly acts: Act[] = []
  /** Refusals by code, for the output of the run. */
  readonly refusals = new Map<string, number>()
  /** 5xx responses with the product's own envelope, by stage. */
  readonly failures = new Map<string, number>()
  stage = ''

  note(act: Act): void {
    this.acts.push(act)
  }

  refused(code: string): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
  }

  failed(): void {
    this.failures.set(this.stage, (this.failures.get(this.stage) ?? 0) + 1)
  }

  count(outcome: Act['outcome']): number {
    return this.acts.filter((act) => act.outcome === outcome).length
  }
}
