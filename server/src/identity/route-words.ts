import { z } from 'zod'
import {
  anything,
  id,
  instant,
  integer,
  label,
  ruleChange,
  text,
  textOrNull,
} from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'
import type { Application } from './applications.ts'
import { ofContacts, sessionRouteWords } from './session-words.ts'
import { technicalAccountWords } from './technical-account-words.ts'
import type { UserRecord } from './user-record.ts'

const user = z.object({
  id,
  account: text,
  userName: text,
  userType: z.enum(['EMP', 'EXU']),
  email: text,
  mobile: text,
  address: text,
  idCard: text,
  telephone: text,
  photo: text,
  supplierNo: text,
  tenantId: text,
  owningCompany: text,
  status: z.enum(['active', 'disabled']),
  validUntil: z.iso.date().nullable(),
  isLocked: z.boolean(),
  mustChangePassword: z.boolean(),
  passwordChangedAt: instant,
  lastLoginAt: instant.nullable(),
  language: z.enum(['zh', 'en']),
  version: integer,
  createdAt: instant,
  changedAt: instant,
  roles: z.array(text),
  functions: z.array(text),
  companyCodes: z.array(text),
  isTechnical: z.boolean(),
  passwordKnownTo: text,
  requestsPerMinute: integer,
  networks: z.array(text),
}) satisfies z.ZodType<UserRecord>
const seenUser = user.extend({ barrier: label.nullable() })
const waiting = ruleChange.nullable()
const boardItem = z.object({
  value: z.record(text, text),
  code: text,
  name: text,
  id: textOrNull,
})
const changedUser = user.extend({ waiting })
const issued = { sentTo: textOrNull, temporaryPassword: textOrNull }
const application = z.object({
  appId: text,
  nameZh: text,
  nameEn: text,
  url: text,
}) satisfies z.ZodType<Application>
const rightsChange = ruleChange.extend({
  rule: text,
  ruleZh: text,
  ruleEn: text,
  scope: label,
  approvers: z.array(text).readonly(),
})
const saml = z
  .object({
    isOn: z.boolean(),
    entityId: text,
    publicUrl: text,
    providerEntityId: text,
    signInUrl: text,
    providerCertificates: text,
    accountAttribute: text,
    isResponseSigned: z.boolean(),
    clockSkewSeconds: integer,
    certificate: text,
    labelZh: text,
    labelEn: text,
    version: integer,
    hasPrivateKey: z.boolean(),
  })
  .nullable()

const ofUsers = [
  'account-unknown',
  'version-stale',
  'own-rights',
  'administrator-only',
  'account-of-other-company',
  'rights-beyond-own',
  'last-administrator',
  'rights-reason-required',
  'rule-change-open',
  'field-of-administrators',
  'personal-data-only',
  'password-known',
] as const
const rules = [
  'not-found',
  'wrong-state',
  'rule-change-own',
  'rule-change-expired',
  'rights-gainer',
  'password-known',
] as const

const version = 1
const userId = '0199f3c2-6f0a-7c11-9d54-2f6a3b1c8e10'

/** Words of the routes of signing in, profile, users and rights. */
export const identityRouteWords: WordsOfRoutes = {
  ...sessionRouteWords,
  ...technicalAccountWords,
  'GET /api/system/applications': {
    zh: '可进入的应用',
    en: 'Applications to enter from /unifiedIndex',
    answer: z.array(application),
  },
  'GET /api/system/shared-roles/:kind/:id': {
    zh: '应用或租户的共享角色',
    en: 'The roles that an application or a tenant gives to everybody',
    answer: z.array(text),
  },
  'POST /api/system/shared-roles/:kind/:id': {
    zh: '修改共享角色',
    en: 'Change the roles that an application or a tenant gives to everybody',
    answer: z.array(text),
    codes: ['administrator-only', 'not-found', 'role-unknown', 'rights-reason-required'],
  },
  'POST /api/system/users/list': {
    zh: '用户列表',
    en: 'List of users',
    answer: z.object({ rows: z.array(seenUser), total: integer }),
  },
  'GET /api/system/users/:id': {
    zh: '读取用户',
    en: 'Read a user',
    answer: seenUser,
    codes: ['account-unknown', 'not-found'],
  },
  'POST /api/system/users': {
    zh: '新建用户',
    en: 'Create a user',
    answer: z.object({ user, waiting, ...issued }),
    example: { account: 'lisi', userName: '李四', owningCompany: '1010' },
    codes: [
      ...ofUsers,
      ...ofContacts,
      'account-exists',
      'field-required',
      'outside-scope',
      'no-own-channel',
    ],
  },
  'POST /api/system/users/:id': {
    zh: '修改用户',
    en: 'Change a user',
    answer: changedUser,
    example: { userName: '李四', version },
    codes: [...ofUsers, ...ofContacts],
  },
  'POST /api/system/users/:id/disable': {
    zh: '停用用户',
    en: 'Disable a user',
    answer: changedUser,
    codes: ofUsers,
  },
  'POST /api/system/users/:id/enable': {
    zh: '启用用户',
    en: 'Enable a user',
    answer: changedUser,
    codes: ofUsers,
  },
  'POST /api/system/users/:id/unlock': {
    zh: '解锁用户',
    en: 'Unlock a user',
    answer: changedUser,
    codes: ofUsers,
  },
  'POST /api/system/users/:id/revoke-tokens': {
    zh: '结束用户的全部会话',
    en: 'End all sessions of a user',
    answer: changedUser,
    codes: ofUsers,
  },
  'POST /api/system/users/:id/reset-password': {
    zh: '重置用户密码',
    en: 'Reset the password of a user',
    answer: z.object({ user, waiting, ...issued }),
    codes: [...ofUsers, 'no-own-channel', 'technical-without-password'],
  },
  'POST /api/system/users/:id/confirm-person': {
    zh: '确认账号由本人启用',
    en: 'Confirm that the person of an account has it',
    answer: changedUser,
    codes: ofUsers,
  },
  'GET /api/system/users/:id/alone': {
    zh: '用户能独自完成的事',
    en: 'What a user could do alone, from creation to stock and posting',
    codes: ['account-unknown'],
  },
  'GET /api/system/role-codes': {
    zh: '全部角色代码与页面',
    en: 'All role codes with their pages',
    answer: z.object({
      admin: text,
      pages: z.array(
        z.object({
          group: text,
          groupZh: text,
          groupEn: text,
          groupOrder: integer,
          groupRole: text,
          path: text,
          zh: text,
          en: text,
          role: text,
          hidden: z.boolean(),
        }),
      ),
    }),
  },
  'POST /api/system/users/:id/roles': {
    zh: '分配角色',
    en: 'Assign roles',
    answer: changedUser,
    example: { roles: ['KCCX'], version },
    codes: [...ofUsers, 'role-unknown'],
  },
  'POST /api/system/users/:id/functions': {
    zh: '分配按钮权限',
    en: 'Assign function codes',
    answer: changedUser,
    example: { functions: ['KGSCK'], version },
    codes: ofUsers,
  },
  'POST /api/system/relations/:kind/list': {
    zh: '数据范围列表',
    en: 'List of data scopes',
    answer: z.object({ rows: z.array(anything), total: integer }),
    codes: ['role-missing'],
  },
  'POST /api/system/relations/:kind/board': {
    zh: '数据范围看板',
    en: 'What a user may be related to, and is',
    answer: z.object({
      groups: z.array(
        z.object({
          code: text,
          name: text,
          all: boardItem.nullable(),
          items: z.array(boardItem),
          isWider: z.literal(true).optional(),
        }),
      ),
      isCut: z.boolean(),
    }),
    example: { userId },
    codes: ['role-missing'],
  },
  'POST /api/system/relations/:kind/add': {
    zh: '增加数据范围',
    en: 'Add to a data scope',
    answer: z.object({ added: integer, waiting }),
    example: { userId, values: [{ companyCode: '1010', plant: '0001' }] },
    codes: [...ofUsers, 'role-missing', 'field-required', 'outside-scope', 'master-unknown'],
  },
  'POST /api/system/relations/:kind/remove': {
    zh: '结束数据范围',
    en: 'End rows of a data scope',
    answer: z.object({ removed: integer }),
    codes: [...ofUsers, 'role-missing', 'not-found'],
  },
  'GET /api/system/rights/changes': {
    zh: '待另一人批准的权限变更',
    en: 'Changes of rights that wait for approval by another person',
    answer: z.array(rightsChange),
  },
  'POST /api/system/rights/changes/:id/:act': {
    zh: '批准、驳回、撤回或应急执行权限变更',
    en: 'Approve, refuse, withdraw or, if nobody else could, carry out a change of rights',
    answer: ruleChange.extend(z.object(issued).partial().shape),
    codes: [
      ...ofUsers,
      ...rules,
      'rights-changed-since',
      'rights-others-may-approve',
      'outside-scope',
      'no-own-channel',
    ],
  },
  'GET /api/system/saml': {
    zh: '统一身份认证配置',
    en: 'The set-up of the identity provider; null if there is none',
    answer: saml,
  },
  'POST /api/system/saml': {
    zh: '修改统一身份认证配置',
    en: 'Change the set-up of the identity provider',
    answer: saml,
    example: {
      isOn: true,
      entityId: 'https://kufang.example.org',
      providerEntityId: 'https://login.example.org',
      signInUrl: 'https://login.example.org/sso',
      providerCertificates: '-----BEGIN CERTIFICATE-----',
      version: 0,
    },
    codes: ['version-stale', 'saml-configuration-invalid'],
  },
}
