import type { Act, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { Row } from '../../fields/field-column.ts'
import { momentText } from '../../fields/moment-text.ts'
import { headerFields } from '../document-fields.ts'
import { lifeOf } from '../life-of.ts'

/** A signature field: its title, and user and time if known. */
export interface Signature {
  title: string
  name: string
  at: string
}

const created: Label = { zh: '制单', en: 'Created' }

/**
 * The regular actions of the document, which lead forward from its initial state. Undo actions and refusals get a
 * signature only after they were performed.
 */
export function ordinaryActions(definition: AnyDocument): string[] {
  const order = Object.keys(definition.states)
  const reached = new Set([definition.initial])
  const found = new Set<string>()
  const add = (state: string): void => {
    reached.add(state)
    const { none, partial, all } = definition.progressStates ?? {}
    // From this state successors change the state, not actions.
    if (none !== undefined && partial !== undefined && all !== undefined && state === none) {
      reached.add(partial)
      reached.add(all)
    }
  }
  add(definition.initial)
  for (let size = -1; size !== reached.size + found.size;) {
    size = reached.size + found.size
    for (const [name, { from, to, ...action }] of Object.entries(definition.actions)) {
      if (action.isDangerous === true || action.isSystem === true || action.isOptional === true)
        continue
      const starts = from.filter((state) => reached.has(state))
      const leadsOn = starts.some(
        (state) => to === null || order.indexOf(to) > order.indexOf(state),
      )
      if (!leadsOn) continue
      found.add(name)
      if (to !== null) add(to)
    }
  }
  return Object.keys(definition.actions).filter((name) => found.has(name))
}

/**
 * The signature fields in the order of the process: performed acts with name and time, combined if the creator
 * performed them at once; then the remaining regular actions, and the people named in the document.
 */
export function signaturesOf(
  definition: AnyDocument,
  header: Row & { acts: Record<string, Act> },
  label: (text: Label) => string,
): Signature[] {
  const titleOf = (name: string): string =>
    label(name === 'create' ? created : (definition.actions[name]?.label ?? { zh: name, en: name }))
  const between = label({ zh: '、', en: ', ' })
  const done: (Signature & { userId: string })[] = []
  for (const { name, act } of lifeOf(header.acts)) {
    // Editing needs no signature, and successors are signed on their own documents.
    if (name === 'edit' || name === 'progress') continue
    const last = done.at(-1)
    const at = momentText(act.at)
    // Creation and a first action by the same user in the same minute share a signature; later actions have their own.
    if (
      last !== undefined &&
      done.length === 1 &&
      'create' in header.acts &&
      last.userId === act.userId &&
      last.at === at
    )
      last.title += between + titleOf(name)
    else done.push({ title: titleOf(name), name: act.userName, at, userId: act.userId })
  }
  // An undone document needs no further signatures.
  const isOver = definition.states[String(header['state'])]?.tone === 'undone'
  const toCome = isOver
    ? []
    : ordinaryActions(definition).filter((name) => header.acts[name] === undefined)
  return [
    ...done.map(({ title, name, at }) => ({ title, name, at })),
    ...toCome.map((name) => ({ title: titleOf(name), name: '', at: '' })),
    ...namedPeople(definition, header, label),
  ]
}

/** The people in the header who sign on paper, such as driver and requester; a list has one field for each. */
function namedPeople(
  definition: AnyDocument,
  header: Row,
  label: (text: Label) => string,
): Signature[] {
  return Object.entries(headerFields(definition)).flatMap(([name, field]) => {
    if (field.isSigner !== true) return []
    const value = header[`${name}Text`] ?? header[name]
    const people = (Array.isArray(value) ? value : [value]).filter(
      (one): one is string => typeof one === 'string' && one !== '',
    )
    return (people.length === 0 ? [''] : people).map((person) => ({
      title: label(field.label),
      name: person,
      at: '',
    }))
  })
}
