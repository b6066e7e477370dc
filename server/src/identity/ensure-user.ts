import { allValues } from '@kufang/contract/document/declare/define-relation.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Database } from '../platform/database/database.ts'
import { announceSessionChange } from '../platform/http/session-cache.ts'
import { hashPassword } from './password.ts'
import type {
  UserRelationName,
  UserRelationValue,
} from '@kufang/contract/identity/user-relations.ts'
import { addRelations } from './relations.ts'
import { checkRoles, replaceCodes } from './rights.ts'
import { normalAccount } from './sign-in.ts'

/** The user of the system itself; see `systemSession`. */
const system = { userId: '00000000-0000-0000-0000-000000000000', userName: '系统' }

export interface WantedUser {
  account: string
  userName: string
  /** Used only if the account is created now, so that a changed password is kept. */
  password: string
  roles: readonly string[]
  functions?: readonly string[]
  /** Companies and plants; plant '' or absent means all plants of the company. */
  plants?: readonly { companyCode: string; plant?: string; department?: string }[]
  /** Absent means none; 'all' those of the companies in `plants`. */
  storageLocations?:
    | readonly { companyCode: string; plant: string; storageLocation: string }[]
    | 'all'
  materialGroups?: readonly string[] | 'all'
  pickingUnits?: readonly { companyCode: string; pickingUnit: string }[] | 'all'
  /** The areas of bins for which the user is responsible; no data scope. */
  binAreas?: readonly {
    companyCode: string
    plant: string
    storageLocation: string
    area: string
  }[]
  supplierNo?: string
  /** The first company of `plants` by default. */
  owningCompany?: string
  userType?: 'EMP' | 'EXU'
  email?: string
  mobile?: string
  address?: string
  mustChangePassword?: boolean
}

/** All storage locations, material groups and picking units of the companies in `plants`. */
export const wholeCompany = {
  storageLocations: 'all',
  materialGroups: 'all',
  pickingUnits: 'all',
} as const satisfies Partial<WantedUser>

/** The rows of the data scope. */
function relationsOf(wanted: WantedUser): [UserRelationName, readonly UserRelationValue[]][] {
  const { plants = [], storageLocations = [], materialGroups = [], pickingUnits = [] } = wanted
  const { binAreas = [] } = wanted
  const companies = [...new Set(plants.map(({ companyCode }) => companyCode))]
  const ofEach = (value: UserRelationValue) =>
    companies.map((companyCode) => ({ ...value, companyCode }))
  return [
    ['plant', plants],
    [
      'storage-location',
      storageLocations === 'all'
        ? ofEach({ plant: allValues, storageLocation: allValues })
        : storageLocations,
    ],
    [
      'material-group',
      (materialGroups === 'all' ? [allValues] : materialGroups).map((materialGroup) => ({
        materialGroup,
      })),
    ],
    ['picking-unit', pickingUnits === 'all' ? ofEach({ pickingUnit: allValues }) : pickingUnits],
    ['bin-area', binAreas],
  ]
}

/**
 * Ensures that an account exists with at least these data scopes and exactly these roles and function codes;
 * idempotent.
 * @returns the user's id, and whether the account was created
 * @throws Refusal `role-unknown` for a role code without a page
 */
export async function ensureUser(
  database: Database,
  wanted: WantedUser,
): Promise<{ userId: string; isNew: boolean }> {
  checkRoles(wanted.roles)
  const account = normalAccount(wanted.account)
  const [present] = await database.query<{ id: string }>(
    `select id from app_user where account = $1`,
    [account],
  )
  const passwordHash = present === undefined ? await hashPassword(wanted.password) : null
  return database.transaction(async (tx) => {
    if (passwordHash !== null) {
      await tx.query(
        `insert into app_user (id, account, user_name, password_hash, user_type, email, mobile, address,
           supplier_no, must_change_password, owning_company, created_by, changed_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) on conflict (account) do nothing`,
        [
          newId(),
          account,
          wanted.userName,
          passwordHash,
          wanted.userType ?? 'EMP',
          wanted.email ?? '',
          wanted.mobile ?? '',
          wanted.address ?? '',
          wanted.supplierNo ?? '',
          wanted.mustChangePassword ?? false,
          wanted.owningCompany ?? wanted.plants?.[0]?.companyCode ?? '',
          system.userId,
        ],
      )
    }
    const user = firstOf(
      await tx.query<{ id: string }>(`select id from app_user where account = $1 for update`, [
        account,
      ]),
    )
    const userId = user.id
    await replaceCodes(tx, 'user_role', userId, wanted.roles, system.userId)
    await replaceCodes(tx, 'user_function', userId, wanted.functions ?? [], system.userId)
    for (const [kind, values] of relationsOf(wanted)) {
      if (values.length > 0) await addRelations(tx, system, kind, userId, values)
    }
    await announceSessionChange(tx, { userId })
    return { userId, isNew: passwordHash !== null }
  })
}
