import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'

/** Labels of the palette's commands, except opening pages. */
export const actionWords = {
  dark: { zh: '切换为深色', en: 'Switch to dark' },
  light: { zh: '切换为浅色', en: 'Switch to light' },
  language: { zh: '切换语言 English', en: 'Switch language 中文' },
  keys: { zh: '键盘操作', en: 'Keyboard keys' },
  lock: { zh: '锁定屏幕', en: 'Lock the screen' },
  closeTab: { zh: '关闭当前标签页', en: 'Close this tab' },
  reopenTab: { zh: '重新打开关闭的标签页', en: 'Reopen the closed tab' },
  signOut: { zh: '退出登录', en: 'Sign out' },
} as const satisfies Record<string, Label>

/** Label of the command that creates a document. */
export function newWords(title: Label): Label {
  return { zh: `新建${title.zh}`, en: `New ${inSentence(title).en}` }
}
