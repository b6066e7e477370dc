/** Properties that differ between SAP systems and releases; changed at run time by the control API. */
export interface Settings {
  /** The SAP client (`sap-client`) of this system. */
  client: string
  user: string
  password: string
  /** Idle time-out of a session; afterwards its token is refused with "Required". */
  sessionSeconds: number
  /** Rows per page before `__next`. */
  pageSize: number
  /** Whether RequestID + RepeatabilityCreation repeat the first result. */
  idempotency: boolean
  /** How long a result can be repeated; later the repetition is refused (CM_COS/005). */
  idempotencySeconds: number
  /** Response of Cancel and CancelItem: the entity under `d`, or under `d.Cancel` / `d.CancelItem`. */
  cancelShape: 'plain' | 'nested'
  /** Whether a reversal document copies header text and reference of the original. */
  cancelCopiesHeaderText: boolean
  /** Whether a single reason is the outer error code itself. */
  ownErrorCodeForOneProblem: boolean
  /** The movement types that need a reason for movement (T156-KZGRU), separated by commas. */
  reasonRequiredFor: string
  /** The movement types whose account needs a cost object (cost element, KI235), separated by commas. */
  accountRequiredFor: string
  /** The plants whose differences of counts (701 to 708) only inventory documents post, separated by commas. */
  inventoryDocumentPlants: string
  /** Response to a change without If-Match: 412, or 428 on newer releases. */
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
    reasonRequiredFor: '122',
    accountRequiredFor: '',
    inventoryDocumentPlants: '',
    missingIfMatchStatus: 412,
  }
}

/** Changes settings; throws for an unknown name or wrong type. */
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
