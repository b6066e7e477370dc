import { defineMessages } from '../../kit/text/messages.ts'

export const standAloneMessages = defineMessages({
  product: { zh: '库房', en: 'Kufang' },
  claim: { zh: '仓储与物资管理', en: 'Warehouse and materials management' },
  otherLanguage: { zh: 'English', en: '中文' },
  dark: { zh: '深色', en: 'Dark' },
  light: { zh: '浅色', en: 'Light' },
  toSignIn: { zh: '去登录', en: 'Sign in' },
  toHome: { zh: '返回首页', en: 'Back to home' },
  welcome: { zh: '欢迎使用库房', en: 'Welcome to Kufang' },
  welcomeText: {
    zh: '收货、库存、出库、退库、报废、盘点与过账，都在这里办理。',
    en: 'Receiving, stock, outbound, returns, scrapping, stocktaking and posting, all in one place.',
  },
  enter: { zh: '进入系统', en: 'Enter' },
  noAccess: { zh: '无法访问', en: 'No access' },
  noAccessText: {
    zh: '您的账号没有本系统的访问权限。请联系管理员开通账号并分配角色，然后重新登录。',
    en: 'Your account has no access to this system. Ask an administrator for an account and roles, then sign in again.',
  },
  error: { zh: '出错了', en: 'Something went wrong' },
  errorText: {
    zh: '刚才的操作没有完成，请重试；如仍出现请把请求编号告诉管理员。',
    en: 'This did not work. Try again; if it happens again, give the request id to an administrator.',
  },
  redirecting: { zh: '正在登录', en: 'Signing you in' },
  redirectingText: { zh: '正在完成统一身份认证，请稍候…', en: 'Finishing the company sign-in…' },
  redirectFailed: { zh: '登录未完成', en: 'The sign-in was not finished' },
  noCode: {
    zh: '地址中没有登录凭据，请重新登录。',
    en: 'There is no sign-in in this address; please sign in again.',
  },
  choose: { zh: '请选择要进入的应用', en: 'Choose the application to enter' },
  noApplications: { zh: '没有可进入的应用', en: 'There is no application to enter' },
  loading: { zh: '加载中…', en: 'Loading…' },
  home: { zh: '首页', en: 'Home' },
  userCentre: { zh: '用户中心', en: 'User centre' },
  unifiedHome: { zh: '统一首页', en: 'Unified home' },
  workflowCentre: { zh: '流程中心', en: 'Workflow centre' },
})

/** Texts for errors of the identity provider on /error; the codes are the server's refusals. */
export const errorReasons = defineMessages({
  'saml-refused': {
    zh: '统一身份认证未通过，请重新登录。',
    en: 'The company sign-in was not accepted; please sign in again.',
  },
  'saml-account-unknown': {
    zh: '统一身份认证成功，但本系统没有您的账号，请联系管理员开通。',
    en: 'You are signed in at your company, but have no account here; ask an administrator.',
  },
  'account-disabled': {
    zh: '账号已停用，请联系管理员。',
    en: 'The account is disabled; ask an administrator.',
  },
  'account-expired': {
    zh: '账号已到期，请联系管理员。',
    en: 'The account has ended; ask an administrator.',
  },
})
