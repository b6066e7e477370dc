/**
 * What a signed-in person may see. `null` means "not narrowed by this dimension"; an empty list means
 * nothing at all. Every list and every write turns it into SQL (spec domain.md 1.5, architecture rail 8).
 */
export interface Scope {
  /** Companies the person works for. */
  companyCodes: readonly string[]
  /** Plants, or null for all plants of those companies. */
  plants: readonly string[] | null
  /** `plant/storageLocation` pairs, or null for all of those plants. */
  storageLocations: readonly string[] | null
  /** Material groups, or null for all. */
  materialGroups: readonly string[] | null
  /** Set for a supplier's user: sees the documents of this supplier only. */
  supplierNo: string | null
  /** Picking units a requester may draw for, or null for all. */
  pickingUnits: readonly string[] | null
}

/** The person behind a request. */
export interface Session {
  userId: string
  account: string
  userName: string
  /** Role codes of pages and menu groups; `admin` sees everything. */
  roles: ReadonlySet<string>
  isAdmin: boolean
  scope: Scope
  language: 'zh' | 'en'
  requestId: string
}

/** The session the product itself acts under: mirrors, the outbox, nightly jobs. It is never handed to a request. */
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
