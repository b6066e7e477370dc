import { defineMessages } from '../../kit/text/messages.ts'

export const signInMessages = defineMessages({
  account: { zh: '账号', en: 'Account' },
  password: { zh: '密码', en: 'Password' },
  signIn: { zh: '登录', en: 'Sign in' },
  signingIn: { zh: '登录中…', en: 'Signing in…' },
  accountRequired: { zh: '请输入账号', en: 'Enter your account' },
  passwordRequired: { zh: '请输入密码', en: 'Enter your password' },
  capsLock: { zh: '大写锁定已打开', en: 'Caps Lock is on' },
  mustChange: { zh: '首次登录或密码已过期，请先修改密码', en: 'Please change your password first' },
  lapsed: {
    zh: '登录已过期；重新登录后回到原来的页面，未保存的内容仍在',
    en: 'Your session has ended; after signing in you are back where you were, with unsaved work',
  },
  signedOutElsewhere: {
    zh: '已在此浏览器的另一个窗口退出登录；重新登录后回到原来的页面，未保存的内容仍在',
    en: 'You signed out in another window of this browser; after signing in you are back where you were, with unsaved work',
  },
  otherPersonCame: {
    zh: '{other}已在此浏览器的另一个窗口登录。本窗口仍是{own}的：{own}重新登录后回到原来的页面，未保存的内容仍在',
    en: '{other} signed in in another window of this browser. This window is still that of {own}: after {own} signs in, the pages and unsaved work are back',
  },
  otherPersonWarning: {
    zh: '换其他账号登录会关闭这些页面',
    en: 'Signing in with another account closes these pages',
  },
  oldPassword: { zh: '原密码', en: 'Old password' },
  newPassword: { zh: '新密码', en: 'New password' },
  confirmation: { zh: '确认新密码', en: 'Confirm new password' },
  change: { zh: '修改密码', en: 'Change password' },
  changed: { zh: '密码已修改，请用新密码登录', en: 'Password changed; sign in with the new one' },
  passwordRule: {
    zh: '6-20 位，须同时包含数字、小写字母、大写字母和特殊字符，不含中文',
    en: '6-20 characters with digits, lowercase, uppercase and special characters, no Chinese',
  },
})
