import {
  paramsIn,
  refusalCatalogue,
} from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { renderSentence } from '@kufang/kernel/refusal.ts'

interface Wording {
  status: number
  zh: string
  en: string
}

/** Refusals of transport and sign-in; refusals of the trade are in the contract's catalogue. */
const platformRefusals: Record<string, Wording> = {
  'internal-error': {
    status: 500,
    zh: '系统出现错误，请稍后再试；如需协助请提供请求编号 {requestId}',
    en: 'Something went wrong; try again later, or give request id {requestId} when asking for help',
  },
  'route-not-found': { status: 404, zh: '没有此地址 {path}', en: 'There is nothing at {path}' },
  'body-invalid': { status: 400, zh: '请求内容无法解析', en: 'The request body cannot be read' },
  'body-too-large': { status: 413, zh: '请求内容过大', en: 'The request body is too large' },
  'media-type-refused': {
    status: 415,
    zh: '不支持的请求内容类型',
    en: 'The content type of the request is not supported',
  },
  'password-change-required': {
    status: 403,
    zh: '请先修改密码后再使用系统',
    en: 'Please change your password before using the system',
  },
  'password-not-decryptable': {
    status: 400,
    zh: '密码加密密钥已更换，请刷新页面后重试',
    en: 'The key for encrypting passwords has changed; reload the page and try again',
  },
  'password-nonce-lapsed': {
    status: 400,
    zh: '密码加密已过期，请重试',
    en: 'The encrypted password has lapsed; try again',
  },
  'password-replayed': {
    status: 400,
    zh: '此加密密码已使用过，请重新输入密码',
    en: 'This encrypted password was used before; enter the password again',
  },
  'password-new-required': { status: 422, zh: '请输入新密码', en: 'Please enter a new password' },
  'password-not-all-kinds': {
    status: 422,
    zh: '密码强度不符合要求，须同时包含数字、小写字母、大写字母和特殊字符',
    en: 'The password needs digits, lower-case and upper-case letters and special characters',
  },
  'password-wrong-length': {
    status: 422,
    zh: '密码强度不符合要求，长度须为 6-20 位',
    en: 'The password needs 6 to 20 characters',
  },
  'password-chinese-characters': {
    status: 422,
    zh: '密码不能包含中文字符',
    en: 'The password may not contain Chinese characters',
  },
  'password-old-required': { status: 422, zh: '请输入原密码', en: 'Please enter the old password' },
  'password-confirmation-required': {
    status: 422,
    zh: '请再次输入新密码',
    en: 'Please repeat the new password',
  },
  'password-confirmation-differs': {
    status: 422,
    zh: '两次输入的密码不一致',
    en: 'The two passwords differ',
  },
  'password-same-as-old': {
    status: 422,
    zh: '新密码不能与原密码相同',
    en: 'The new password cannot equal the old one',
  },
  'email-invalid': {
    status: 422,
    zh: '请填写正确的邮箱地址',
    en: 'Please fill in a correct email address',
  },
  'mobile-invalid': {
    status: 422,
    zh: '请填写正确的手机号码',
    en: 'Please fill in a correct mobile number',
  },
  'telephone-invalid': {
    status: 422,
    zh: '请填写正确的固定电话',
    en: 'Please fill in a correct telephone number',
  },
  'id-card-invalid': {
    status: 422,
    zh: '请填写正确的身份证号码',
    en: 'Please fill in a correct identity card number',
  },
  'picture-refused': {
    status: 415,
    zh: '头像只能是 png、gif、jpg 或 jpeg 图片',
    en: 'The picture must be a png, gif, jpg or jpeg',
  },
  'file-extension-differs': {
    status: 415,
    zh: '文件 {name} 的内容与扩展名不符',
    en: 'The content of {name} does not match its extension',
  },
  'upload-part-differs': {
    status: 422,
    zh: '第 {part} 个分片与文件不符，请重新上传',
    en: 'Part {part} is not what the file says; upload it again',
  },
  'upload-incomplete': {
    status: 409,
    zh: '文件尚未传完，缺少分片 {parts}',
    en: 'The file is not complete yet; parts {parts} are missing',
  },
  'uploads-too-many': {
    status: 429,
    zh: '未完成或未使用的上传超过 {limit} 个，请先完成或取消',
    en: 'More than {limit} uploads are unfinished or unused; finish or cancel some first',
  },
  'upload-quota-reached': {
    status: 429,
    zh: '今日上传已达每人每天 {limit} MB 的上限，请明天再传或联系管理员',
    en: 'You have reached the limit of {limit} MB of uploads per person and day; continue tomorrow or ask an administrator',
  },
  'address-not-permitted': {
    status: 422,
    zh: '主机 {host} 不在运维允许的列表中；请运维在 KUFANG_OUTGOING_HOSTS 中添加',
    en: 'The operator does not permit {host}; ask for it to be added to KUFANG_OUTGOING_HOSTS',
  },
  'address-not-encrypted': {
    status: 422,
    zh: '{host} 须使用 https 地址',
    en: '{host} must be reached by https',
  },
  'server-busy': {
    status: 503,
    zh: '系统繁忙，本次操作未执行，请稍后再试',
    en: 'The system is busy and did nothing; try again shortly',
  },
  'statement-too-long': {
    status: 422,
    zh: '查询时间过长，已中止；请缩小筛选范围后再试',
    en: 'The query took too long and was stopped; narrow the filters and try again',
  },
  'request-closed': {
    status: 408,
    zh: '请求已被关闭，未执行完的部分已中止',
    en: 'The request was closed; what was not finished was stopped',
  },
  'database-unreachable': {
    status: 503,
    zh: '数据库暂时无法访问，请稍后再试',
    en: 'The database cannot be reached; try again later',
  },
  'file-store-unreachable': {
    status: 503,
    zh: '文件存储暂时无法访问，请稍后再试',
    en: 'The file store cannot be reached; try again later',
  },
  'preference-too-large': {
    status: 422,
    zh: '个人设置 {key} 超过 {limit} KB，无法保存',
    en: 'The setting {key} is larger than {limit} KB and cannot be kept',
  },
  'preferences-too-many': {
    status: 422,
    zh: '个人设置已达上限 {limit} 项，请删除不用的视图',
    en: 'You keep {limit} settings already; delete views you do not use',
  },
  'file-missing': { status: 400, zh: '请选择文件', en: 'Choose a file' },
  'account-expired': {
    status: 403,
    zh: '账号已于 {day} 到期，请联系管理员',
    en: 'The account ended on {day}; ask an administrator',
  },
  'saml-off': {
    status: 404,
    zh: '未启用统一身份认证登录，请使用账号密码登录',
    en: 'Signing in with the company account is not set up; use your account and password',
  },
  'saml-refused': {
    status: 403,
    zh: '统一身份认证未通过，请重新登录',
    en: 'The company sign-in was not accepted; please sign in again',
  },
  'saml-account-unknown': {
    status: 403,
    zh: '统一身份认证成功，但本系统没有您的账号，请联系管理员开通',
    en: 'You are signed in at your company, but have no account here; ask an administrator',
  },
  'saml-configuration-invalid': {
    status: 422,
    zh: '统一身份认证配置无效：{problem}',
    en: 'The set-up of the company sign-in is not valid: {problem}',
  },
  'sign-in-code-invalid': {
    status: 401,
    zh: '登录凭据无效或已使用，请重新登录',
    en: 'This sign-in was used already or has run out; please sign in again',
  },
  'own-rights': {
    status: 403,
    zh: '不能修改自己的权限，须由另一人执行',
    en: 'You cannot change your own rights; someone else must do it',
  },
  'administrator-only': {
    status: 403,
    zh: '只有管理员才能授予或修改管理员',
    en: 'Only an administrator may make or change administrators',
  },
  'account-of-other-company': {
    status: 403,
    zh: '账号 {account} 属于公司 {company}，不在您的公司范围内：请由该公司的用户管理员或系统管理员办理',
    en: 'Account {account} belongs to company {company}, which is not one of yours: ask a user manager of that company, or an administrator',
  },
  'no-own-channel': {
    status: 409,
    zh: '一次性密码只发给账号 {account} 本人的邮箱：请先由系统管理员登记邮箱并启用邮件发送，或请系统管理员办理',
    en: 'The one-time password goes to the mail address of account {account} only: let an administrator enter the address and switch on mail, or let an administrator do it',
  },
  'password-lapsed': {
    status: 403,
    zh: '一次性密码已过期，请联系用户管理员重新发送',
    en: 'The one-time password has lapsed; ask a user manager for a new one',
  },
  'whole-company-only': {
    status: 403,
    zh: '公司 {company} 级的设置影响其全部工厂，您只有部分工厂的权限：请填写您的工厂，或请拥有全部工厂权限的人或系统管理员修改',
    en: 'A setting of company {company} concerns all its plants, of which you have only some: enter your plant, or ask a person with all plants, or an administrator',
  },
  'personal-data-only': {
    status: 403,
    zh: '{field}只能由拥有按钮权限 {code} 的人或本人修改：请保持原值，或请系统管理员办理',
    en: '{fieldEn} is changed by holders of button right {code} and by the person only: keep its value, or ask an administrator',
  },
  'field-of-administrators': {
    status: 403,
    zh: '{field}只能由系统管理员修改：请保持原值，或请系统管理员办理',
    en: '{fieldEn} is changed by administrators only: keep its value, or ask an administrator',
  },
  'rights-beyond-own': {
    status: 403,
    zh: '{what} {value} 超出您自己的权限：请由持有该权限的人或系统管理员办理',
    en: '{what} {value} is beyond your own rights: ask a person who holds it, or an administrator',
  },
}

const neutral: Wording = { status: 500, zh: '{code}', en: '{code}' }

/** Status and texts of a refusal of any catalogue; undefined for an unlisted code. */
export function wordingOf(code: string): Wording | undefined {
  if (Object.hasOwn(platformRefusals, code)) return platformRefusals[code]
  const catalogue: Record<string, Wording> = refusalCatalogue
  return Object.hasOwn(catalogue, code) ? catalogue[code] : undefined
}

/** The HTTP status of a refusal; undefined for an unlisted code, which is a bug. */
export function statusOf(code: string): number | undefined {
  return wordingOf(code)?.status
}

/** The text without its line, which the envelope contains separately. */
export function sentenceOf(detail: RefusalDetail, language: 'zh' | 'en'): string {
  const wording = wordingOf(detail.code) ?? neutral
  return renderSentence(wording[language], {
    code: detail.code,
    ...paramsIn(language, detail.params),
  })
}

/** The complete text, preceded by its line. */
export function messageOf(detail: RefusalDetail, language: 'zh' | 'en'): string {
  const sentence = sentenceOf(detail, language)
  if (detail.line === undefined) return sentence
  return language === 'zh'
    ? `第 ${detail.line} 行：${sentence}`
    : `Line ${detail.line}: ${sentence}`
}
