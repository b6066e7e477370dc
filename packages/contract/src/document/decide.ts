import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Act, AnyDocument } from './declare/define-document.ts'
import { erpStates, type ErpState } from './erp-state.ts'
import type { Label } from './declare/label.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'
import { isOfPage, makesDrafts, type AnyPage } from './page-variants.ts'

/** What the decision needs to know of the person. */
export interface Decider {
  userId: string
  userName: string
  roles: ReadonlySet<string>
  isAdmin: boolean
  functionCodes?: ReadonlySet<string>
  /** The product itself acts, because of what a person did to another document. */
  isSystem?: boolean
}

/** What it needs to know of the document; fields that pages ask for (`where`) among it. */
export interface Decided {
  docNo: string
  state: string
  erpState: string
  acts: Record<string, Act>
  readonly [field: string]: unknown
}

/** A document's fields, as far as pages ask for them. */
export type Conditioned = Readonly<Record<string, unknown>>

/** Role codes that permit an action: those of the pages that list it, and that are about the document where one is given. */
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

/** Role codes that permit making (`create`) or changing (`edit`) drafts, of this document where one is given. */
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

/** Role codes that permit seeing documents of this kind at all. */
export function rolesForReading(definition: AnyDocument): readonly string[] {
  return Object.keys(definition.pages).map((path) => cataloguePage(path).role)
}

export function holdsAny(
  decider: Pick<Decider, 'roles' | 'isAdmin'>,
  roles: readonly string[],
): boolean {
  return decider.isAdmin || roles.some((role) => decider.roles.has(role))
}

/** The actions that persons do: those that stand on pages. */
export function personActions<A extends AnyDocument['actions'][string]>(definition: {
  actions: Record<string, A>
}): Record<string, A> {
  return Object.fromEntries(
    Object.entries(definition.actions).filter(([, declared]) => !declared.isSystem),
  )
}

/**
 * May this person do this action to this document now? Null means yes; otherwise the refusal that says
 * why. Pure: the server enforces it, the browser disables the button with the reason (rail 8).
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
  if (!declared.from.includes(document.state)) {
    const state = definition.states[document.state]?.label
    return {
      code: 'wrong-state',
      params: {
        no: document.docNo,
        state: state?.zh ?? document.state,
        stateEn: state?.en ?? document.state,
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

/** What is done to a draft besides its declared actions. */
const draftActs: Record<string, Label | undefined> = {
  create: { zh: '制单', en: 'Creating' },
  edit: { zh: '修改', en: 'Editing' },
}

/** Who edits a draft makes its content: separated from its maker, an action is separated from its editors too. */
function forbiddenActs(notBy: readonly string[]): readonly string[] {
  return notBy.includes('create') ? [...notBy, 'edit'] : notBy
}

/** Ids of the people whose earlier acts bar them from an action (four eyes). */
export function barredFrom(
  definition: AnyDocument,
  action: string,
  acts: Readonly<Record<string, Act>>,
): string[] {
  const forbidden = forbiddenActs(definition.actions[action]?.notBy ?? [])
  return [...new Set(forbidden.flatMap((act) => peopleOf(acts[act]).map(({ userId }) => userId)))]
}

/** Acts that any action of this type looks for: what a list must say of its documents so that buttons are greyed. */
export function actsInDecisions(definition: AnyDocument): readonly string[] {
  return [
    ...new Set(
      Object.values(definition.actions).flatMap(({ notBy }) => forbiddenActs(notBy ?? [])),
    ),
  ]
}

/** Of a document's acts those a decision about this person needs: the ones he did himself. */
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

/** Everybody who did an act, the latest first; nobody where it was not done. */
export function peopleOf(act: Act | undefined): readonly Act[] {
  return act ? [act, ...(act.others ?? [])] : []
}

/** The act of editing after this person edited too: all who did are kept, each once. */
export function editedBy(before: Act | undefined, act: Omit<Act, 'others'>): Act {
  const others = peopleOf(before)
    .filter(({ userId }) => userId !== act.userId)
    .map(({ userId, userName, at }) => ({ userId, userName, at }))
  return others.length === 0 ? act : { ...act, others }
}
