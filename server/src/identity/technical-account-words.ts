import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

const ofAccounts = ['administrator-only', 'account-unknown', 'not-technical'] as const

/** Words of the routes of technical accounts and their tokens. */
export const technicalAccountWords: WordsOfRoutes = {
  'POST /api/system/technical-accounts': {
    zh: '新建技术账号',
    en: 'Create a technical account, without rights and tokens',
    codes: [
      'administrator-only',
      'account-exists',
      'network-invalid',
      'rights-reason-required',
      'rights-beyond-own',
    ],
  },
  'POST /api/system/technical-accounts/:id/access': {
    zh: '修改技术账号的请求频率和网段',
    en: 'Change the request rate and the networks of a technical account',
    codes: [...ofAccounts, 'network-invalid', 'version-stale'],
  },
  'GET /api/system/technical-accounts/:id/tokens': {
    zh: '技术账号的令牌列表',
    en: 'List the tokens of a technical account',
    codes: ['account-unknown', 'not-technical'],
  },
  'POST /api/system/technical-accounts/:id/tokens': {
    zh: '签发技术账号的令牌',
    en: 'Issue a token of a technical account, shown only in this answer',
    codes: [...ofAccounts, 'token-name-used'],
  },
  'POST /api/system/technical-accounts/:id/tokens/:tokenId/revoke': {
    zh: '吊销技术账号的令牌',
    en: 'Revoke a token of a technical account',
    codes: [...ofAccounts, 'not-found'],
  },
}
