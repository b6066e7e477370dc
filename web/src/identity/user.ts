import type { Label } from '@kufang/contract/document/declare/label.ts'

/** A user as returned to administrators (GET /api/system/users/:id). */
export interface UserRecord {
  id: string
  account: string
  userName: string
  userType: 'EMP' | 'EXU'
  email: string
  mobile: string
  address: string
  idCard: string
  telephone: string
  supplierNo: string
  status: 'active' | 'disabled'
  /** Last day on which the account is valid (yyyy-MM-dd); null for unlimited. */
  validUntil: string | null
  isLocked: boolean
  mustChangePassword: boolean
  lastLoginAt: string | null
  language: 'zh' | 'en'
  /** The account of a program, with tokens instead of a password. */
  isTechnical: boolean
  /** Who knows the password besides its person, until somebody else confirms that the person has it; '' for nobody. */
  passwordKnownTo: string
  requestsPerMinute: number
  networks: string[]
  version: number
  roles: string[]
  functions: string[]
  companyCodes: string[]
  /** The company whose managers may act on the account; '' leaves it to administrators. */
  owningCompany: string
  /** Why the signed-in person may not act on the account; null if permitted. */
  barrier: Label | null
}

/** One page of users, by page number. */
export interface UserPage {
  rows: UserRecord[]
  total: number
}

/** Entity name whose writes invalidate lists of users. */
export const userEntity = 'user'
