import { label } from './language.ts'

/** `allowClear` of a Select with a translated accessible name; antd uses "Clear" in all languages. */
export function clearable(): { label: string } {
  return { label: label({ zh: '清除', en: 'Clear' }) }
}
