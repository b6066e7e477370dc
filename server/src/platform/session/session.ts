/**
 * The data scope of a signed-in person. `null` means no restriction in this dimension, which is stated with the
 * user (`*`) and never follows from missing rows; an empty list means nothing is visible. Every list and every write applies it in SQL (spec domain.md 1.5).
 */
export interface Scope {
  /** Companies of the person. */
  companyCodes: readonly string[]
  /** Plants, or null for all plants of those companies. */
  plants: readonly string[] | null
  /** `plant/storageLocation` pairs, or null for all of those plants. */
  storageLocations: readonly string[] | null
  /** Material groups, or null for all. */
  materialGroups: readonly string[] | null
  /** For a supplier's user: only documents of this supplier are visible. */
  supplierNo: string | null
  /** Picking units for which a requester may request goods, or null for all. */
  pickingUnits: readonly string[] | null
}

/** The person behind a request. */
export interface Session {
  userId: string
  account: string
  userName: string
  /** Role codes of pages and menu groups; `admin` may see everything. */
  roles: ReadonlySet<string>
  isAdmin: boolean
  /** A program with a token of its own (`TechnicalAccess`); it may not do what is for persons only. */
  isTechnical?: boolean
  /**
   * The name of who knows the password besides its person; until somebody else confirms that the person has it, the
   * account is nobody's second person.
   */
  passwordKnownTo?: string
  /** Who issued the token of a program or knows the password: he counts as a performer of what is done with it. */
  issuer?: { userId: string; userName: string }
  scope: Scope
  language: 'zh' | 'en'
  requestId: string
}

/** The session of the system itself, for mirrors, the outbox and nightly jobs. It is never given to a request. */
export function systemSession(companyCodes: readonly string[], requestId: string): Session {
  return {
    userId: '00000000-0000-0000-0000-000000000000',
    account: 'system',
    userName: '系统',
    roles: new Set(['admin']),
    isAdmin: true,
    scope: {
      companyCodes,
      plants: null,
      storageLocations: null,
      materialGroups: null,
      supplierNo: null,
      pickingUnits: null,
    },
    language: 'zh',
    requestId,
  }
}
