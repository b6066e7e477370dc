/** What a client asked for under one key, and what it came to know of it. */
export interface Act {
  key: string
  /** Kind of document. */
  type: string
  /** As the audit log names them: creating with an action at once is two. */
  actions: string[]
  outcome: 'acknowledged' | 'refused' | 'unacknowledged'
  /** What the product answered, when it did; of documents ticked together it says only that they were done. */
  answer?: unknown
  /** The document, as far as the client knows it. */
  documentId?: string
  /** How many times it was sent until it was answered. */
  attempts: number
}

/** Everything the clients asked for; the books are held against it. */
export class ActBook {
  readonly acts: Act[] = []
  /** Refusals by code, for the person who reads the run. */
  readonly refusals = new Map<string, number>()
  /** Answers 5xx with the product's own envelope, by stage. */
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
