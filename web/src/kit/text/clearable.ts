import { label } from './language.ts'

/** `allowClear` of a Select whose X has a name in the language of the moment; antd says "Clear" in all. */
export function clearable(): { label: string } {
  return { label: label({ zh: '清除', en: 'Clear' }) }
}
