import type { Act, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { Row } from '../../fields/field-column.ts'
import { momentText } from '../../fields/moment-text.ts'
import { headerFields } from '../view/document-fields.ts'
import { lifeOf } from '../view/document-stepper.tsx'

/** A place to sign: what for, and who did it when, where that is known. */
export interface Signature {
  title: string
  name: string
  at: string
}

const created: Label = { zh: '制单', en: 'Created' }

/**
 * The steps of the document's ordinary life: actions that lead on from where it begins. Undoing and refusing
 * are not signed for until they have happened.
 */
export function ordinaryActions(definition: AnyDocument): string[] {
  const order = Object.keys(definition.states)
  const reached = new Set([definition.initial])
  const found = new Set<string>()
  const add = (state: string): void => {
    reached.add(state)
    const { none, partial, all } = definition.progressStates ?? {}
    // Successors take the document on from here, not actions.
    if (none !== undefined && partial !== undefined && all !== undefined && state === none) {
      reached.add(partial)
      reached.add(all)
    }
  }
  add(definition.initial)
  for (let size = -1; size !== reached.size + found.size;) {
    size = reached.size + found.size
    for (const [name, { from, to, isDangerous, isSystem }] of Object.entries(definition.actions)) {
      if (isDangerous === true || isSystem === true) continue
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
 * The places to sign, in the order of the work: what was done with name and time, what its maker did
 * in one go at one place; then the ordinary steps still to come, and the people the document names.
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
    // Who corrected a draft signs nothing, and what successors did is signed on theirs.
    if (name === 'edit' || name === 'progress') continue
    const last = done.at(-1)
    const at = momentText(act.at)
    // Made and handed on in one go is one signature; later steps are signed for each.
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
  // What was undone is not going on: nobody is to sign for its next steps.
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

/** The people in the header who sign on paper, such as driver and requester; a list has a place for each. */
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
