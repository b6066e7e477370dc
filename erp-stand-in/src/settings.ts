/** What differs between SAP systems and releases; changed at run time by the control API. */
export interface Settings {
  /** The SAP client (`sap-client`) this system has. */
  client: string
  user: string
  password: string
  /** Idle life of a session; afterwards its token is refused with "Required". */
  sessionSeconds: number
  /** Rows of one page before `__next`. */
  pageSize: number
  /** Whether RequestID + RepeatabilityCreation repeat the first outcome. */
  idempotency: boolean
  /** How long a first outcome can be repeated; later the repetition is refused (CM_COS/005). */
  idempotencySeconds: number
  /** Reply of Cancel and CancelItem: the entity under `d`, or under `d.Cancel` / `d.CancelItem`. */
  cancelShape: 'plain' | 'nested'
  /** Whether a reversal document carries the header text and reference of the reversed one. */
  cancelCopiesHeaderText: boolean
  /** Whether a single reason of refusal is the outer error code itself. */
  ownErrorCodeForOneProblem: boolean
  /** Answer to a change without If-Match: 412, or 428 on newer releases. */
  missingIfMatchStatus: 412 | 428
}

export function defaultSettings(): Settings {
  return {
    client: '100',
    user: 'KUFANG',
    password: 'Kufang@2026',
    sessionSeconds: 1800,
    pageSize: 1000,
    idempotency: false,
    idempotencySeconds: 6 * 3600,
    cancelShape: 'plain',
    cancelCopiesHeaderText: true,
    ownErrorCodeForOneProblem: false,
    missingIfMatchStatus: 412,
  }
}

/** Settings with some changed; throws for a name or type that does not exist. */
export function changeSettings(settings: Settings, changes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(changes)) {
    const old: unknown = Reflect.get(settings, name)
    if (old === undefined) throw new Error(`no setting ${name}`)
    if (typeof value !== typeof old) throw new Error(`setting ${name} must be a ${typeof old}`)
    if (name === 'cancelShape' && value !== 'plain' && value !== 'nested') {
      throw new Error('cancelShape must be plain or nested')
    }
    if (name === 'missingIfMatchStatus' && value !== 412 && value !== 428) {
      throw new Error('missingIfMatchStatus must be 412 or 428')
    }
    if (typeof value === 'number' && !(value > 0))
      throw new Error(`setting ${name} must be above 0`)
    Reflect.set(settings, name, value)
  }
}
