/** A user as administrators see them (GET /api/system/users/:id). */
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
  /** The last day of the account (yyyy-MM-dd); null is for ever. */
  validUntil: string | null
  isLocked: boolean
  mustChangePassword: boolean
  lastLoginAt: string | null
  language: 'zh' | 'en'
  version: number
  roles: string[]
  functions: string[]
  companyCodes: string[]
}

/** One page of users, counted by pages. */
export interface UserPage {
  rows: UserRecord[]
  total: number
}

/** Name whose writes make lists of users stale. */
export const userEntity = 'user'
