import type { Label } from '@kufang/contract/document/declare/label.ts'

export type ShortcutPlace = 'everywhere' | 'lists' | 'forms' | 'tabs'

/** A keyboard shortcut for the list. */
export interface Shortcut {
  keys: string
  place: ShortcutPlace
  text: Label
}

/** All shortcuts of the product, as shown with "?". */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: 'Ctrl K',
    place: 'everywhere',
    text: { zh: '查找页面与单据', en: 'Find pages, documents' },
  },
  { keys: '?', place: 'everywhere', text: { zh: '显示键盘操作', en: 'Show these keys' } },
  { keys: '/', place: 'everywhere', text: { zh: '到搜索框', en: 'To the search box' } },
  { keys: 'Alt N', place: 'lists', text: { zh: '新建', en: 'New' } },
  { keys: 'Enter', place: 'lists', text: { zh: '查询；打开所选行', en: 'Search; open the row' } },
  { keys: '↑ ↓', place: 'lists', text: { zh: '换行', en: 'Other row' } },
  {
    keys: 'Alt ↑ ↓',
    place: 'lists',
    text: { zh: '侧栏中换单据', en: 'Other document in the panel' },
  },
  { keys: 'Ctrl C', place: 'lists', text: { zh: '复制单元格', en: 'Copy the cell' } },
  { keys: 'Ctrl Enter', place: 'forms', text: { zh: '提交', en: 'Submit' } },
  { keys: 'Ctrl S', place: 'forms', text: { zh: '保存草稿', en: 'Save the draft' } },
  { keys: 'Enter / Tab', place: 'forms', text: { zh: '下一格', en: 'Next cell' } },
  {
    keys: 'Ctrl V',
    place: 'forms',
    text: { zh: '粘贴 Excel 区域', en: 'Paste a block from Excel' },
  },
  {
    keys: 'Alt Enter',
    place: 'forms',
    text: { zh: '序列号：按序取齐', en: 'Serial numbers: fill up in order' },
  },
  { keys: 'Alt W', place: 'tabs', text: { zh: '关闭标签页', en: 'Close the tab' } },
  { keys: 'Alt T', place: 'tabs', text: { zh: '重新打开关闭的', en: 'Reopen the closed one' } },
  {
    keys: 'Alt PageUp / PageDown',
    place: 'tabs',
    text: { zh: '前后标签页', en: 'Previous, next tab' },
  },
  {
    keys: '← → Delete',
    place: 'tabs',
    text: { zh: '标签栏内移动、关闭', en: 'Move, close in the strip' },
  },
]

/** The command of a shortcut; 'press' clicks the button on the page that declares it. */
export type KeyWish =
  | { kind: 'list' | 'search' | 'close' | 'reopen' | 'previous' | 'next' }
  | { kind: 'press'; keys: 'Alt+N' | 'Control+Enter' | 'Control+S' }

interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The command of a key event, or null. Letters are compared by key code, because Alt changes the characters. */
export function wishOf(event: KeyPress, isTyping: boolean): KeyWish | null {
  const hasControl = event.ctrlKey || event.metaKey
  if (hasControl && !event.altKey) {
    if (event.key === 'Enter') return { kind: 'press', keys: 'Control+Enter' }
    return event.code === 'KeyS' ? { kind: 'press', keys: 'Control+S' } : null
  }
  if (event.altKey && !hasControl) {
    switch (event.code) {
      case 'KeyN':
        return { kind: 'press', keys: 'Alt+N' }
      case 'KeyW':
        return { kind: 'close' }
      case 'KeyT':
        return { kind: 'reopen' }
      case 'PageUp':
        return { kind: 'previous' }
      case 'PageDown':
        return { kind: 'next' }
      default:
        return null
    }
  }
  if (hasControl || event.altKey || isTyping) return null
  if (event.key === '?' || event.key === '\uff1f') return { kind: 'list' }
  return event.key === '/' ? { kind: 'search' } : null
}
