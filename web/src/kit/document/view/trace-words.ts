import type { LogRow } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { presentAction } from '@kufang/contract/document/former-actions.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import { cellText } from '../../grid/cell-format.ts'
import { label } from '../../text/language.ts'
import { headerFields, lineFields, statesOfColumn } from '../document-fields.ts'

// The audit log stores names and codes; users see the labels of the document's pages.

/** Acts of the frame on documents of all types. */
const frameActs: Readonly<Record<string, Label>> = {
  create: { zh: '制单', en: 'Created' },
  edit: { zh: '修改', en: 'Changed' },
  delete: { zh: '删除', en: 'Deleted' },
  print: { zh: '打印', en: 'Printed' },
  progress: { zh: '后续单据', en: 'Successors' },
  'ask-for': { zh: '请他人办理', en: 'Others were asked' },
  lapse: { zh: '占用失效', en: 'Held quantity lapsed' },
  retake: { zh: '重新占用', en: 'Held again' },
  followed: { zh: '随其他单据更新', en: 'Changed along with another document' },
  stepRefused: { zh: '后续过账步骤未能办理', en: 'Next posting step refused' },
  synchronise: { zh: '同步', en: 'Synchronised' },
  'attachment.add': { zh: '上传附件', en: 'Attachment added' },
  'attachment.remove': { zh: '删除附件', en: 'Attachment removed' },
}

/** The label of an act; its code if it has none. */
export function traceActWords(definition: AnyDocument, action: string): Label | string {
  const present = presentAction(definition.name, action)
  return definition.actions[present]?.label ?? frameActs[action] ?? action
}

/** The label of a log entry; for a state changed by a successor, that state and the successor. */
export function traceEntryWords(
  definition: AnyDocument,
  { action, after }: Pick<LogRow, 'action' | 'after'>,
): Label | string {
  const state = definition.states[String(after?.['state'])]?.label
  const cause = after?.['causeNo']
  if (action !== 'progress' || state === undefined || typeof cause !== 'string')
    return traceActWords(definition, action)
  return { zh: `${state.zh}（通过 ${cause}）`, en: `${state.en} (through ${cause})` }
}

/** The declared field at the end of a path such as `lines.3.quantity`, including action inputs. */
function fieldAt(definition: AnyDocument, path: string, action?: string): Field | undefined {
  const name = nameAt(path)
  const asked =
    action === undefined ? undefined : definition.actions[presentAction(definition.name, action)]
  return (
    headerFields(definition)[name] ??
    lineFields(definition)[name] ??
    asked?.input?.[name] ??
    asked?.lineInput?.[name]
  )
}

const nameAt = (path: string): string => path.split('.').at(-1) ?? path

/** The label of a changed field; the last name of the path if it is not declared. */
export function traceFieldWords(
  definition: AnyDocument,
  path: string,
  action?: string,
): Label | string {
  return fieldAt(definition, path, action)?.label ?? nameAt(path)
}

/** A changed field with its line. */
export function tracePathText(path: string, words: Label | string): string {
  const line = path.split('.').at(-2)
  return line !== undefined && /^\d+$/.test(line)
    ? `${label({ zh: '行', en: 'Line' })} ${line} ${label(words)}`
    : label(words)
}

/** A value formatted as on the document's pages; undefined if its field is not declared. */
export function traceValueText(
  definition: AnyDocument,
  path: string,
  value: unknown,
  action?: string,
): string | undefined {
  const field = fieldAt(definition, path, action)
  if (field === undefined || typeof value === 'object') return undefined
  const name = nameAt(path)
  const column = fieldColumn(name, field, { states: statesOfColumn(definition, name) })
  return cellText(column, { [name]: value })
}

/** Technical keys, omitted because number and line are shown. */
const identities: ReadonlySet<string> = new Set([
  'sourceId',
  'sourceType',
  'documentId',
  'causeType',
  'causeNo',
])

export function isTraceIdentity(path: string): boolean {
  return identities.has(nameAt(path))
}
