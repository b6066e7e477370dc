import { z } from 'zod'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Session } from '../platform/session/session.ts'
import { contactProblems } from './profile.ts'
import { personName } from './person-name.ts'
import type { RightsFields } from './rights-acts.ts'
import type { UserRecord } from './user-record.ts'

const line = (max: number) => z.string().trim().max(max).optional()
/** The entered fields of an account. Those that are absent keep their value, or are empty in a new one. */
export const masterData = z.object({
  userName: personName.min(1),
  userType: z.enum(['EMP', 'EXU']).optional(),
  email: line(254),
  mobile: line(20),
  address: line(200),
  idCard: line(18),
  telephone: line(20),
  supplierNo: line(20),
  tenantId: line(60),
  owningCompany: line(20),
  language: z.enum(['zh', 'en']).optional(),
  /** The last day on which the account may be used; '' and null mean unlimited. */
  validUntil: z
    .union([z.iso.date(), z.literal('')])
    .nullable()
    .transform((day) => (day === '' ? null : day))
    .optional(),
})
export type MasterData = z.output<typeof masterData>
/** The fields of a new account that are not given. */
export const initialFields: Omit<Required<MasterData>, 'userName'> = {
  userType: 'EMP',
  email: '',
  mobile: '',
  address: '',
  idCard: '',
  telephone: '',
  supplierNo: '',
  tenantId: '',
  owningCompany: '',
  language: 'zh',
  validUntil: null,
}
/**
 * Fields that give rights, or decide who receives a new password, are written by administrators only, and those that
 * give rights by nobody for himself.
 */
export function checkRestricted(
  session: Session,
  before: UserRecord | null,
  fields: Required<MasterData>,
): void {
  const isOwn = before?.id === session.userId
  const problems = restricted.flatMap((rule): RefusalDetail[] => {
    const { field, zh, en, givesRights, isFreeAtFirst } = rule
    if (fields[field] === (before ?? initialFields)[field]) return []
    if (givesRights && isOwn) return [{ code: 'own-rights', params: {}, field }]
    if (session.isAdmin || (before === null && isFreeAtFirst)) return []
    return [{ code: 'field-of-administrators', params: { field: zh, fieldEn: en }, field }]
  })
  if (problems.length > 0) throw refuseAll(problems)
}

const restricted = [
  { field: 'supplierNo', zh: '供应商', en: 'Supplier', givesRights: true, isFreeAtFirst: false },
  { field: 'tenantId', zh: '租户', en: 'Tenant', givesRights: true, isFreeAtFirst: false },
  { field: 'userType', zh: '类型', en: 'Kind', givesRights: true, isFreeAtFirst: true },
  {
    field: 'owningCompany',
    zh: '所属公司',
    en: 'Owning company',
    givesRights: false,
    isFreeAtFirst: true,
  },
  { field: 'email', zh: '邮箱', en: 'E-mail', givesRights: false, isFreeAtFirst: true },
] as const

/** Refuses addresses and numbers that cannot be. */
export function checkContacts(fields: Required<MasterData>): void {
  const problems = contactProblems(fields)
  if (problems.length > 0) throw refuseAll(problems)
}

/** The fields that may need a second person, as they are. */
export const rightsFieldsOf = ({
  userType,
  supplierNo,
  tenantId,
  validUntil,
  email,
}: RightsFields): RightsFields => ({
  userType,
  supplierNo,
  tenantId,
  validUntil,
  email,
})

/** The fields in the order of the statements that write them, after the name. */
export function masterValues(fields: Required<MasterData>): unknown[] {
  return [
    fields.userType,
    fields.email,
    fields.mobile,
    fields.address,
    fields.idCard,
    fields.telephone,
    fields.supplierNo,
    fields.tenantId,
    fields.owningCompany,
    fields.language,
    fields.validUntil,
  ]
}
