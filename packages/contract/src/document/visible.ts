import { amountRolesOfPages } from './catalogue/amount-pages.ts'
import { peopleOf, type Conditioned, type Decider } from './decide.ts'
import type { Act, HiddenUntil } from './declare/define-document.ts'
import { isEnteredByPerson, type Fields } from './declare/field.ts'
import type { Label } from './declare/label.ts'

// Decides which fields of a document, query or master a person may see. Every call that returns rows, documents or
// audit entries uses it, and so does the browser for columns and forms.

/**
 * The data of the reader needed for the decision; without an id he has done nothing himself. The server knows from his scope
 * that he signs in for a supplier, the browser from its session.
 */
export type Reader = Pick<Decider, 'roles' | 'isAdmin'> &
  Partial<Pick<Decider, 'userId' | 'isExternal'>> & {
    scope?: { readonly supplierNo: string | null }
  }

/** The part of a declaration needed here: documents have header, lines and action inputs, the others fields. */
export interface Subject {
  pages: Readonly<Record<string, unknown>>
  /** Pages whose users may also read a query. */
  readers?: readonly string[]
  fields?: Fields
  header?: Fields
  lines?: Fields
  actions?: Readonly<Record<string, { label: Label; input?: Fields; lineInput?: Fields }>>
  hiddenUntil?: HiddenUntil<string, string>
}

const nothing: ReadonlySet<string> = new Set()
const rolesOfSubject = new WeakMap<Subject, readonly string[]>()
const namesOfSubject = {
  isAmount: new WeakMap<Subject, ReadonlySet<string>>(),
  isInternal: new WeakMap<Subject, ReadonlySet<string>>(),
}

/** Role codes that make the amounts of this subject visible (`catalogue/amount-pages.ts`). */
export function amountRoles(subject: Subject): readonly string[] {
  let roles = rolesOfSubject.get(subject)
  if (roles === undefined)
    rolesOfSubject.set(
      subject,
      (roles = amountRolesOfPages([...Object.keys(subject.pages), ...(subject.readers ?? [])])),
    )
  return roles
}

/** Whether this person sees the amounts of this subject; administrators see all (spec domain.md 1.1). */
export function seesAmounts(subject: Subject, reader: Reader): boolean {
  return reader.isAdmin || amountRoles(subject).some((role) => reader.roles.has(role))
}

/** The role codes needed to enter what an act asks for, besides its own: of `create` and `edit` in header and lines. */
export function rolesForAmounts(subject: Subject, act: string): readonly string[] {
  const { header, lines, actions = {} } = subject
  const isDraft = act === 'create' || act === 'edit'
  const asked = isDraft ? [header, lines] : [actions[act]?.input, actions[act]?.lineInput]
  return asked.some(hasEnteredAmount) ? amountRoles(subject) : []
}

/** Whether persons enter an amount here; copied ones and those of the server change nothing by themselves. */
export const hasEnteredAmount = (fields: Fields = {}): boolean =>
  Object.values(fields).some((field) => field.isAmount === true && isEnteredByPerson(field))

/** The declared amount fields of header, lines and action inputs. */
export const amountFields = (subject: Subject): ReadonlySet<string> =>
  fieldsWith('isAmount', subject)

/** The declared fields that external users do not see. */
export const internalFields = (subject: Subject): ReadonlySet<string> =>
  fieldsWith('isInternal', subject)

/** The fields of header, lines and action inputs with this word in their declaration. */
function fieldsWith(word: 'isAmount' | 'isInternal', subject: Subject): ReadonlySet<string> {
  const known = namesOfSubject[word]
  let names = known.get(subject)
  if (names === undefined) {
    const { fields, header, lines, actions = {} } = subject
    const inputs = Object.values(actions).flatMap(({ input, lineInput }) => [input, lineInput])
    names = new Set(
      [fields, header, lines, ...inputs].flatMap((declared) =>
        Object.entries(declared ?? {}).flatMap(([name, field]) => (field[word] ? [name] : [])),
      ),
    )
    known.set(subject, names)
  }
  return names
}

/** The fields hidden from this person; the only place that decides it. */
export function hiddenFields(subject: Subject, reader: Reader): ReadonlySet<string> {
  const amounts = seesAmounts(subject, reader) ? nothing : amountFields(subject)
  const internal = isExternal(reader) ? internalFields(subject) : nothing
  return internal.size === 0 ? amounts : new Set([...amounts, ...internal])
}

const isExternal = ({ isExternal: known, scope }: Reader): boolean =>
  known ?? (scope !== undefined && scope.supplierNo !== null)

/**
 * A row, document or audit snapshot as visible to this person: hidden fields are removed at any depth (header, lines as
 * list or by number, input of an action).
 * @param document the header of the document the value belongs to; fields that it hides for now (`hiddenUntil`) are
 *   removed too. `null` if the document was deleted; absent if the value belongs to no document
 */
export function visibleTo<T>(
  subject: Subject,
  reader: Reader,
  value: T,
  document?: Conditioned | null,
): T {
  const hidden = new Set(hiddenFields(subject, reader))
  if (document !== undefined)
    for (const name of [
      ...fieldsNotShownYet(subject, document),
      ...fieldsOfOthers(subject, document, reader),
    ])
      hidden.add(name)
  return hidden.size === 0 ? value : (without(value, hidden) as T)
}

/** What the database computes from a field of a line: hidden with it. */
const computedFrom: Readonly<Record<string, readonly string[]>> = {
  quantity: ['openQuantity', 'freeQuantity', 'progress', 'entryQuantity'],
}

/** Fields that documents of a type may hide at first, from everybody or from all but who has entered them (`hiddenUntil`). */
export function fieldsHiddenAtFirst({ hiddenUntil }: Subject): ReadonlySet<string> {
  if (hiddenUntil === undefined) return nothing
  return new Set([...hiddenFromAll(hiddenUntil), ...(hiddenUntil.own?.lines ?? [])])
}

const hiddenFromAll = ({ header = [], lines }: HiddenUntil<string, string>): readonly string[] => [
  ...header,
  ...lines.flatMap((name) => [name, ...(computedFrom[name] ?? [])]),
]

/** Fields that this document still hides from everybody; a deleted document hides all of them. */
export function fieldsNotShownYet(
  subject: Subject,
  document: Conditioned | null,
): ReadonlySet<string> {
  const { hiddenUntil } = subject
  if (hiddenUntil === undefined || isShownByNow(hiddenUntil, document)) return nothing
  return new Set(hiddenFromAll(hiddenUntil))
}

/**
 * Line fields that this document still hides from this person, because others have entered them (`own` of `hiddenUntil`):
 * whoever counts again does not know what was counted first. A deleted document hides them from everybody.
 */
function fieldsOfOthers(
  subject: Subject,
  document: Conditioned | null,
  { userId }: Reader,
): ReadonlySet<string> {
  const { hiddenUntil } = subject
  if (hiddenUntil?.own === undefined || isShownByNow(hiddenUntil, document)) return nothing
  const { act, lines, inputs = [] } = hiddenUntil.own
  const acts = document?.['acts'] as Readonly<Record<string, Act>> | undefined
  const isOwn = peopleOf(acts?.[act]).some((one) => one.userId === userId)
  return isOwn ? nothing : new Set([...lines, ...inputs])
}

function isShownByNow(
  { states, where = {} }: HiddenUntil<string, string>,
  document: Conditioned | null,
): boolean {
  if (document === null) return false
  return (
    states.includes(String(document['state'])) ||
    Object.entries(where).some(([field, value]) => document[field] !== value)
  )
}

function without(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, hidden))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      hidden.has(name) ? [] : [[name, without(inner, hidden)]],
    ),
  )
}

const restricted = new WeakMap<Subject, Map<string, Subject>>()

/** The declaration without hidden fields, from which columns and forms are built. */
export function visibleDefinition<S extends Subject>(subject: S, reader: Reader): S {
  const hidden = hiddenFields(subject, reader)
  if (hidden.size === 0) return subject
  let known = restricted.get(subject)
  if (known === undefined) restricted.set(subject, (known = new Map()))
  const names = [...hidden].join(' ')
  let shown = known.get(names)
  if (shown === undefined) known.set(names, (shown = restrict(subject, hidden)))
  return shown as S
}

function restrict(subject: Subject, hidden: ReadonlySet<string>): Subject {
  const shown = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.has(name)))
  const { fields, header, lines, actions } = subject
  return {
    ...subject,
    ...(fields === undefined ? {} : { fields: shown(fields) }),
    ...(header === undefined ? {} : { header: shown(header) }),
    ...(lines === undefined ? {} : { lines: shown(lines) }),
    ...(actions === undefined
      ? {}
      : {
          actions: Object.fromEntries(
            Object.entries(actions).map(([name, { input, lineInput, ...action }]) => [
              name,
              {
                ...action,
                ...(input === undefined ? {} : { input: shown(input) }),
                ...(lineInput === undefined ? {} : { lineInput: shown(lineInput) }),
              },
            ]),
          ),
        }),
    pages: Object.fromEntries(
      Object.entries(subject.pages).map(([path, page]) => [path, withoutColumns(page, hidden)]),
    ),
  }
}

/** Removes hidden fields from the columns and filters of a page. */
function withoutColumns(page: unknown, hidden: ReadonlySet<string>): unknown {
  if (typeof page !== 'object' || page === null) return page
  return Object.fromEntries(
    Object.entries(page).map(([key, value]) => [
      key,
      (key === 'columns' || key === 'filters') && Array.isArray(value)
        ? value.filter((name) => !hidden.has(String(name)))
        : value,
    ]),
  )
}
