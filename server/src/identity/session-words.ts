import { anything } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

const ofSignIn = [
  'sign-in-failed',
  'account-locked',
  'account-disabled',
  'account-expired',
  'password-lapsed',
  'rate-limited',
  'field-required',
  'password-not-decryptable',
  'password-nonce-lapsed',
  'password-replayed',
] as const
/** Codes with which a new password is refused. */
export const ofPasswords = [
  'password-new-required',
  'password-not-all-kinds',
  'password-wrong-length',
  'password-chinese-characters',
  'password-old-required',
  'password-confirmation-required',
  'password-confirmation-differs',
  'password-same-as-old',
  'password-wrong',
] as const
/** Codes with which addresses and numbers of a person are refused. */
export const ofContacts = [
  'email-invalid',
  'mobile-invalid',
  'telephone-invalid',
  'id-card-invalid',
] as const

const roles = { codes: ['no-roles', 'not-found'] } as const
const signIn = { codes: ofSignIn } as const

/** Words of the routes of signing in and of the own profile. */
export const sessionRouteWords: WordsOfRoutes = {
  'POST /api/oauth/token': {
    zh: '账号密码登录',
    en: 'Sign in with account and password',
    ...signIn,
  },
  'POST /api/oauth/user/token': {
    zh: '账号密码登录（原用户中心地址）',
    en: 'Sign in with account and password, under the address of the user centre',
    ...signIn,
  },
  'POST /api/oauth/jwt/user/token': {
    zh: '账号密码登录（Base64 编码）',
    en: 'Sign in with account and password in Base64',
    ...signIn,
  },
  'GET /api/oauth/publicKey': {
    zh: '密码加密公钥与随机数',
    en: 'The key passwords are encrypted with, and a nonce',
    answer: anything,
  },
  'POST /api/oauth/remove/token': {
    zh: '退出登录',
    en: 'Sign out: the token is worth nothing afterwards',
  },
  'GET /api/oauth/deployment': {
    zh: '登录前页面所需的设置',
    en: 'What a page must know before anybody has signed in',
  },
  'GET /api/oauth/saml/metadata': {
    zh: '本服务提供方的 SAML 元数据',
    en: 'Metadata of this service provider, as XML',
    answer: { file: 'application/samlmetadata+xml' },
    codes: ['saml-off'],
  },
  'GET /api/oauth/saml/login': {
    zh: '转到统一身份认证登录',
    en: 'Lead the browser to the identity provider',
    answer: { file: 'text/html' },
    codes: ['saml-off', 'rate-limited'],
  },
  'POST /api/oauth/saml/acs': {
    zh: '接收统一身份认证的回答',
    en: 'Take the answer of the identity provider (HTTP-POST binding)',
    answer: { file: 'text/html' },
    codes: ['saml-off'],
  },
  'GET /api/oauth/getTokenBySamlUser': {
    zh: '用一次性代码换取令牌',
    en: 'Exchange the one-time code of a SAML sign-in for a token',
    codes: ['sign-in-code-invalid', 'rate-limited'],
  },
  'GET /api/user/uouser/getCurUserInfo': {
    zh: '当前用户的资料与数据范围',
    en: 'The person signed in: profile and data scope',
  },
  'GET /api/user/uouser/getPersonInfoByCurUserId': {
    zh: '当前用户的资料与数据范围（原地址）',
    en: 'The person signed in, under its former address',
  },
  'POST /api/user/uouseraccount/loginUpdateAccount': {
    zh: '记录本次登录',
    en: 'Note the sign-in as the last one',
    codes: ['outside-scope'],
  },
  'POST /api/user/uouseraccount/updateAccountLastLoginTime': {
    zh: '记录本次登录（原地址）',
    en: 'Note the sign-in, under its former address',
    codes: ['outside-scope'],
  },
  'POST /api/user/uouseraccount/getPswConfigure': {
    zh: '密码与锁定规则',
    en: 'The rules for passwords and for locking an account',
  },
  'POST /api/user/uouseraccount/editPswByAccount': {
    zh: '修改自己的密码',
    en: 'Change the own password, given plain or encrypted; other sessions end',
    codes: ['outside-scope', ...ofPasswords, ...ofSignIn.slice(-3)],
  },
  'POST /api/user/uouser/updateUserInfo': {
    zh: '修改自己的资料',
    en: 'Change the own profile',
    codes: ['outside-scope', ...ofContacts],
  },
  'POST /api/shcwms/user/getUserAppRoleAuth': {
    zh: '当前用户的角色与按钮权限',
    en: 'Roles and button codes of the person',
    ...roles,
  },
  'POST /api/user/uouser/getUserRoleAuthByUserCenter': {
    zh: '当前用户的角色与按钮权限（用户中心）',
    en: 'Roles and button codes, asked of the user centre',
    ...roles,
  },
  'POST /api/user/uouser/getUserRoleByUserCenterApp': {
    zh: '应用授予所有人的角色',
    en: 'Only what the application gives to everybody',
    ...roles,
  },
}
