import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Act, AnyDocument } from './declare/define-document.ts'
import { erpStates, type ErpState } from './declare/erp-state.ts'
import type { Label } from './declare/label.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'
import { isOfPage, makesDrafts, type AnyPage } from './page-variants.ts'

/** The data of a person needed for the decision. */
export interface Decider {
  userId: string
  userName: string
  roles: ReadonlySet<string>
  isAdmin: boolean
  functionCodes?: ReadonlySet<string>
  /** The system acts because of a person's act on another document. */
  isSystem?: boolean
  /** Signs in for a supplier. */
  isExternal?: boolean
  /** A program with a token (technical account), and its account. */
  isTechnical?: boolean
  account?: string
  /** Who knows the password besides the person (`app_user.password_known_to`). */
  passwordKnownTo?: string
}

/** The data of a document needed for the decision, including fields of page conditions (`where`). */
export interface Decided {
  docNo: string
  state: string
  erpState: string
  acts: Record<string, Act>
  readonly [field: string]: unknown
}

/** Fields of a document that page conditions may use. */
export type Conditioned = Readonly<Record<string, unknown>>

/**
 * Role codes that permit an action: those of the pages that list it and, if a document is given, whose condition it
 * meets.
 */
export function rolesFor(
  definition: AnyDocument,
  action: string,
  document?: Conditioned,
): readonly string[] {
  return rolesOfPages(
    definition,
    (page) => page.actions?.includes(action) === true || page.actionAfterCreate === action,
    document,
  )
}

/** Role codes that permit creating (`create`) or changing (`edit`) drafts, or this document if given. */
export function rolesForDrafts(
  definition: AnyDocument,
  purpose: 'create' | 'edit',
  document?: Conditioned,
): readonly string[] {
  return rolesOfPages(
    definition,
    (page) => makesDrafts(page) || (purpose === 'edit' && (page.edits ?? page.kind === 'maintain')),
    document,
  )
}

function rolesOfPages(
  definition: AnyDocument,
  isWanted: (page: AnyPage) => boolean,
  document: Conditioned | undefined,
): readonly string[] {
  const roles = new Set<string>()
  for (const [path, page] of Object.entries(definition.pages))
    if (isWanted(page) && (document === undefined || isOfPage(page, document)))
      roles.add(cataloguePage(path).role)
  return [...roles]
}

/** Role codes that permit reading documents of this type. */
export function rolesForReading(definition: AnyDocument): readonly string[] {
  return Object.keys(definition.pages).map((path) => cataloguePage(path).role)
}

export function holdsAny(
  decider: Pick<Decider, 'roles' | 'isAdmin'>,
  roles: readonly string[],
): boolean {
  return decider.isAdmin || roles.some((role) => decider.roles.has(role))
}

/** The actions performed by persons, which are listed on pages. */
export function personActions<A extends AnyDocument['actions'][string]>(definition: {
  actions: Record<string, A>
}): Record<string, A> {
  return Object.fromEntries(
    Object.entries(definition.actions).filter(([, declared]) => !declared.isSystem),
  )
}

/**
 * Decides whether this person may perform this action on this document now: null, or the refusal with the reason. A
 * pure function: the server enforces it, the browser disables the button with the reason.
 */
export function decide(
  definition: AnyDocument,
  action: string,
  decider: Decider,
  document: Decided,
): RefusalDetail | null {
  const declared = Object.hasOwn(definition.actions, action)
    ? definition.actions[action]
    : undefined
  if (!declared) throw new Error(`${definition.name} has no action ${action}`)
  const name = { action: declared.label.zh, actionEn: declared.label.en }
  if (declared.isSystem && !decider.isSystem) return { code: 'action-of-system', params: name }
  const roles = rolesFor(definition, action, document)
  if (!decider.isSystem && !holdsAny(decider, roles)) {
    return { code: 'role-missing', params: { ...name, roles: roles.join('/') } }
  }
  if (
    declared.functionCode &&
    !decider.isSystem &&
    !decider.isAdmin &&
    !decider.functionCodes?.has(declared.functionCode)
  ) {
    return { code: 'function-missing', params: { functionCode: declared.functionCode } }
  }
  // The second pair of eyes is a person's: whoever has a token could otherwise check his own work with it.
  if (decider.isTechnical === true && !decider.isSystem && (declared.notBy ?? []).length > 0)
    return { code: 'person-only', params: { ...name, account: decider.account ?? '' } }
  const { passwordKnownTo: user } = decider
  if (user !== undefined && !decider.isSystem && (declared.notBy ?? []).length > 0)
    return { code: 'password-known', params: { ...name, user, account: decider.account ?? '' } }
  if (!declared.from.includes(document.state)) {
    const state = definition.states[document.state]?.label
    const needed = declared.from.flatMap((one) => definition.states[one]?.label ?? [])
    return {
      code: 'wrong-state',
      params: {
        no: document.docNo,
        state: state?.zh ?? document.state,
        stateEn: state?.en ?? document.state,
        needed: needed.map(({ zh }) => zh).join('、'),
        neededEn: needed.map(({ en }) => en).join(', '),
        ...name,
      },
    }
  }
  if (declared.erpFrom && !declared.erpFrom.includes(document.erpState as ErpState)) {
    const { label } = erpStates[document.erpState as ErpState]
    return {
      code: 'wrong-erp-state',
      params: { no: document.docNo, erpState: label.zh, erpStateEn: label.en, ...name },
    }
  }
  for (const earlier of forbiddenActs(declared.notBy ?? [])) {
    const own = peopleOf(document.acts[earlier]).find(({ userId }) => userId === decider.userId)
    if (own) {
      const label = draftActs[earlier] ?? definition.actions[earlier]!.label
      return {
        code: 'separation-of-duties',
        params: { act: label.zh, actEn: label.en, user: own.userName, ...name },
      }
    }
  }
  return null
}

/** Labels of acts on drafts besides the declared actions. */
export const draftActs: Record<string, Label | undefined> = {
  create: { zh: '制单', en: 'Creating' },
  edit: { zh: '修改', en: 'Editing' },
}

/** Editors of a draft are also its authors: an action barred to the creator is barred to editors too. */
export function forbiddenActs(notBy: readonly string[]): readonly string[] {
  return notBy.includes('create') ? [...notBy, 'edit'] : notBy
}

/** Ids of the people barred from an action by their earlier acts (four eyes). */
export function barredFrom(
  definition: AnyDocument,
  action: string,
  acts: Readonly<Record<string, Act>>,
): string[] {
  return performersOf(definition.actions[action]?.notBy ?? [], acts)
}

/** Ids of all people who performed one of these acts; with `create` also those who edited the draft. */
export function performersOf(
  notBy: readonly string[],
  acts: Readonly<Record<string, Act>>,
): string[] {
  const people = forbiddenActs(notBy).flatMap((act) => peopleOf(acts[act]))
  return [...new Set(people.map(({ userId }) => userId))]
}

/** Acts that decisions of this type depend on; lists return them so that the browser can disable buttons. */
export function actsInDecisions(definition: AnyDocument): readonly string[] {
  return [
    ...new Set(
      Object.values(definition.actions).flatMap(({ notBy }) => forbiddenActs(notBy ?? [])),
    ),
  ]
}

/** The acts needed for decisions about this person: those performed by him. */
export function ownActs(
  definition: AnyDocument,
  acts: Record<string, Act>,
  userId: string,
): Record<string, Act> {
  return Object.fromEntries(
    actsInDecisions(definition).flatMap((name) => {
      const own = peopleOf(acts[name]).find((act) => act.userId === userId)
      return own === undefined
        ? []
        : [[name, { userId: own.userId, userName: own.userName, at: own.at }]]
    }),
  )
}

/** Everybody who performed an act, latest first; empty if it was not performed. */
export function peopleOf(act: Act | undefined): readonly Act[] {
  return act ? [act, ...(act.others ?? [])] : []
}

/** An act that is done in parts (edits of a draft, entries of lines) after another part; each person is kept once. */
export function addPerformer(before: Act | undefined, act: Act): Act {
  const { userId, userName, at } = act
  const others = new Map<string, Omit<Act, 'others'>>()
  for (const one of [...(act.others ?? []), ...peopleOf(before)])
    if (one.userId !== userId && !others.has(one.userId))
      others.set(one.userId, { userId: one.userId, userName: one.userName, at: one.at })
  const latest = { userId, userName, at }
  return others.size === 0 ? latest : { ...latest, others: [...others.values()] }
}
