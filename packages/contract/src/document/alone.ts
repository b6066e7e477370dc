import { addAll } from '@kufang/kernel/add-all.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'
import { actsInDecisions, decide, draftActs, type Decider } from './decide.ts'
import { limitOfStock, type AnyDocument } from './declare/define-document.ts'
import type { SourceDeclaration } from './declare/source.ts'
import { label, type Label } from './declare/label.ts'
import type { ErpState } from './declare/erp-state.ts'
import { makesDrafts, sourcesOf, variantOnPage, type AnyPage } from './page-variants.ts'

/** What a path ends with: a movement or hold of goods, or a posting in the ERP. */
export type AloneGoal = 'goods' | 'posting'

/** Why a person cannot take a step although all steps before it are done: he lacks a right, or four eyes bar him. */
export type AloneStop =
  | { kind: 'role'; roles: readonly string[] }
  | { kind: 'function'; functionCode: string }
  /** Acts of the path that he has done himself and that bar him from this one. */
  | { kind: 'four-eyes'; acts: readonly Label[] }
  /** Made only by the system, after acts on documents that he cannot finish alone. */
  | { kind: 'system' }

/** A step on the way of documents from creation to stock or posting. */
export interface AloneStep {
  document: string
  documentLabel: Label
  /** `create`, or an action of the document. */
  act: string
  label: Label
  isSystem: boolean
  /** null if the person may take it. */
  stop: AloneStop | null
}

/** The way to a goal, predecessors first, and what stops one person on it. */
export interface AlonePath {
  document: string
  documentLabel: Label
  goal: AloneGoal
  /** He can walk it from the first creation to the goal, alone, and nobody has declared why. */
  isOpen: boolean
  /** Why he may, if it is declared; null if he cannot. */
  because: Label | null
  steps: readonly AloneStep[]
}

interface Node {
  state: string
  erpState: ErpState
  /** Acts of the person on this document that decisions depend on. */
  own: ReadonlySet<string>
  /** The page on which it was created: its source and the values of its condition. */
  page: AnyPage | null
  steps: readonly AloneStep[]
  cost: number
}

/** What is looked for: a path of permitted steps only, or the usual one with what stops him on it. */
type Mode = 'permitted' | 'usual'
type Walk = { steps: readonly AloneStep[]; cost: number }

/** Only the order counts: a usual path follows the states as declared, then has few stops, then few steps. */
const costs = { step: 1, stop: 10, jump: 100 } as const

/**
 * For each document that moves or holds goods or is posted: the way there from the first creation, and whether one
 * person with these roles and function codes can walk it alone, by `decide`, with the four eyes of every document on
 * the way. Mirrors are the ERP's and made by others. The data scope is not considered. Where an effect selects the next
 * state, any state but those of undoing is assumed: a way may be reported that the effects refuse, but none is missed.
 */
export function alonePaths(definitions: readonly AnyDocument[], person: Decider): AlonePath[] {
  const search = new Search(definitions, person)
  const goals = definitions.flatMap((definition) =>
    goalsOf(definition).map((goal) => ({ definition, goal })),
  )
  const open = new Map(
    goals.map((one) => [one, search.to(one.definition, reaches(one.definition, one.goal))]),
  )
  // What the system makes after acts of others is his own work if he can carry out anything alone.
  if (
    [...open].some(
      ([{ definition }, found]) => found !== null && reasonOf(definition, found) === null,
    )
  ) {
    search.systemFollows = true
    for (const one of goals)
      open.set(one, search.to(one.definition, reaches(one.definition, one.goal)))
  }
  return goals.flatMap((one) => {
    const permitted = open.get(one) ?? null
    const walk = permitted ?? search.to(one.definition, reaches(one.definition, one.goal), 'usual')
    if (walk === null) return []
    const { name, label: documentLabel } = one.definition
    const because = permitted === null ? null : reasonOf(one.definition, permitted)
    const isOpen = permitted !== null && because === null
    return [{ document: name, documentLabel, goal: one.goal, isOpen, because, steps: walk.steps }]
  })
}

/** Why one person may take the last step of a way that he can walk alone, if that is declared. */
const reasonOf = ({ actions }: AnyDocument, { steps }: Walk): Label | null =>
  actions[steps.at(-1)!.act]?.aloneBecause ?? null

/** Whether he holds a right for a step of the path's last document: what a page about him shows. */
export function concernsPerson({ steps, document }: AlonePath): boolean {
  return steps.some(
    ({ document: own, isSystem, stop }) =>
      own === document && !isSystem && (stop === null || stop.kind === 'four-eyes'),
  )
}

/** Why he cannot take the step, in words about a third person. */
export function wordsOfStop(stop: AloneStop): Label {
  switch (stop.kind) {
    case 'role':
      return label(`没有角色 ${stop.roles.join('、')}`, `lacks the role ${stop.roles.join(' or ')}`)
    case 'function':
      return label(`没有按钮权限 ${stop.functionCode}`, `lacks the function ${stop.functionCode}`)
    case 'four-eyes':
      return label(
        `须由另一人执行：本人已做${stop.acts.map(({ zh }) => `“${zh}”`).join('')}`,
        `someone else must do it: he did ${stop.acts.map(({ en }) => `"${en}"`).join(', ')}`,
      )
    case 'system':
      return label(
        '由系统随其他单据生成，那些单据本人不能独自完成',
        'made by the system after other documents, which he cannot finish alone',
      )
  }
}

function goalsOf(definition: AnyDocument): AloneGoal[] {
  // Into another bin of the same location is no movement of stock: nothing comes, leaves, or is kept from anybody.
  const movesGoods =
    limitOfStock(definition) !== 'movable' &&
    Object.keys(definition.actions).some(reaches(definition, 'goods'))
  return [
    ...(movesGoods ? (['goods'] as const) : []),
    ...(definition.posts === true ? (['posting'] as const) : []),
  ]
}

/** Whether an act reaches the goal; a document that posts without an act of its own posts with its goods. */
const reaches =
  ({ actions, posts }: AnyDocument, goal: AloneGoal) =>
  (act: string): boolean => {
    const { isPreviewed, isUndo } = actions[act]!
    const movesGoods = isPreviewed === true && isUndo !== true && act !== 'post'
    const postsItself = posts === true && Object.hasOwn(actions, 'post')
    return goal === 'goods' || !postsItself ? movesGoods : act === 'post'
  }

class Search {
  readonly #definitions: ReadonlyMap<string, AnyDocument>
  readonly #person: Decider
  systemFollows = false

  constructor(definitions: readonly AnyDocument[], person: Decider) {
    this.#definitions = new Map(definitions.map((one) => [one.name, one]))
    this.#person = person
  }

  /** The cheapest way from the first creation to an act of this document, or to one of the states; null if none. */
  to(
    definition: AnyDocument,
    isGoal: (act: string) => boolean,
    mode: Mode = 'permitted',
    states: readonly string[] = [],
  ): Walk | null {
    const waiting = this.#starts(definition, mode)
    const known = new Set<string>()
    for (;;) {
      const node = cheapest(waiting)
      if (node === undefined) return null
      const last = node.steps.at(-1)!
      if (states.includes(node.state) || (last.act !== 'create' && isGoal(last.act))) return node
      const { state, erpState, page, own } = node
      const key = JSON.stringify([state, erpState, page?.where, [...own].sort()])
      if (known.has(key)) continue
      known.add(key)
      addAll(waiting, this.#next(definition, node, mode))
    }
  }

  #starts(definition: AnyDocument, mode: Mode): Node[] {
    const pages = Object.entries(definition.pages).filter(([, page]) => makesDrafts(page))
    if (pages.length === 0) return this.#startsOfSystem(definition, mode)
    return pages.flatMap(([path, page]) => {
      const { role } = cataloguePage(path)
      const holds = this.#person.isAdmin || this.#person.roles.has(role)
      const step = stepOf(
        definition,
        'create',
        draftActs['create']!,
        holds ? null : { kind: 'role', roles: [role] },
      )
      const { source } = variantOnPage(definition, page)
      return this.#begun(definition, { page, source, step, mode })
    })
  }

  /** Documents without a page on which they are created: the system makes them. */
  #startsOfSystem(definition: AnyDocument, mode: Mode): Node[] {
    if (definition.isMirror === true) return []
    return sourcesOf(definition).flatMap((source) => {
      const follows =
        this.systemFollows || this.#definitions.get(source.document)?.isMirror !== true
      const stop = follows ? null : ({ kind: 'system' } as const)
      const step = { ...stepOf(definition, 'create', draftActs['create']!, stop), isSystem: true }
      return this.#begun(definition, { page: null, source, step, mode })
    })
  }

  #begun(
    definition: AnyDocument,
    {
      page,
      source,
      step,
      mode,
    }: {
      page: AnyPage | null
      source: SourceDeclaration<string, string> | undefined
      step: AloneStep
      mode: Mode
    },
  ): Node[] {
    if (mode === 'permitted' && step.stop !== null) return []
    const before = this.#before(source, mode)
    if (before === null) return []
    const isOwn = step.stop === null && !step.isSystem
    return [
      {
        state: definition.initial,
        erpState: definition.posts === true ? 'unposted' : 'notNeeded',
        own: new Set(isOwn ? ['create'] : []),
        page,
        steps: [...before.steps, step],
        cost: before.cost + costs.step + (step.stop === null ? 0 : costs.stop),
      },
    ]
  }

  /** The way of the predecessor to a state in which its lines are offered; mirrors are there. */
  #before(source: SourceDeclaration<string, string> | undefined, mode: Mode): Walk | null {
    const predecessor = source && this.#definitions.get(source.document)
    if (predecessor === undefined || predecessor.isMirror === true) return { steps: [], cost: 0 }
    return this.to(predecessor, () => false, mode, source!.states)
  }

  #next(definition: AnyDocument, node: Node, mode: Mode): Node[] {
    return Object.entries(definition.actions).flatMap(([act, declared]) => {
      const { from, erpFrom, isUndo, isSystem } = declared
      if (!from.includes(node.state) || erpFrom?.includes(node.erpState) === false) return []
      // A draft that the system goes on with is one that it has made itself, after acts on another document.
      if (isSystem === true && definition.editable.includes(node.state)) return []
      const isRepeated = node.steps.some(
        (step) => step.document === definition.name && step.act === act,
      )
      if (mode === 'usual' && (isUndo === true || isRepeated)) return []
      const stop = isSystem === true ? null : this.#stopOf(definition, act, node)
      if (mode === 'permitted' && stop !== null) return []
      const step = { ...stepOf(definition, act, declared.label, stop), isSystem: isSystem === true }
      const remembered = actsInDecisions(definition).includes(act) && !step.isSystem
      const own = stop === null && remembered ? new Set([...node.own, act]) : node.own
      const posts = definition.posts === true
      const erpState =
        posts && act === 'post' ? 'posted' : posts && act === 'reverse' ? 'reversed' : node.erpState
      const order = Object.keys(definition.states)
      return statesAfter(definition, act, node.state).map((state): Node => {
        const distance = declared.to === null ? order.indexOf(state) - order.indexOf(node.state) : 0
        const jump = mode === 'usual' ? costs.jump * distance ** 2 : 0
        const cost = node.cost + costs.step + jump + (stop === null ? 0 : costs.stop)
        return { ...node, state, erpState, own, steps: [...node.steps, step], cost }
      })
    })
  }

  #stopOf(definition: AnyDocument, act: string, node: Node): AloneStop | null {
    const { userId, userName } = this.#person
    const acts = Object.fromEntries([...node.own].map((one) => [one, { userId, userName, at: '' }]))
    const { state, erpState } = node
    const document = { ...node.page?.where, docNo: '', state, erpState, acts }
    const refusal = decide(definition, act, this.#person, document)
    const { notBy = [], functionCode = '' } = definition.actions[act]!
    switch (refusal?.code) {
      case undefined:
        return null
      case 'role-missing':
        return { kind: 'role', roles: String(refusal.params?.['roles']).split('/') }
      case 'function-missing':
        return { kind: 'function', functionCode }
      case 'separation-of-duties': {
        const own = notBy.filter((one) => node.own.has(one))
        const labelled = own.map((one) => draftActs[one] ?? definition.actions[one]!.label)
        return { kind: 'four-eyes', acts: labelled }
      }
      default:
        throw new Error(`${definition.name} ${act}: ${refusal?.code}`)
    }
  }
}

/**
 * The states an act leads to: the declared one; of an ERP act the same; otherwise the effect may select any, but none
 * that only undoing leads to unless it is already one.
 */
function statesAfter(definition: AnyDocument, act: string, state: string): readonly string[] {
  const { to } = definition.actions[act]!
  if (to !== null) return [to]
  if (definition.posts === true && (act === 'post' || act === 'reverse')) return [state]
  const undone = undoneStates(definition)
  return Object.keys(definition.states).filter((one) => !undone.has(one) || undone.has(state))
}

/** The states that undo acts lead to and no others, and which are not the beginning. */
function undoneStates({ actions, initial }: AnyDocument): ReadonlySet<string> {
  const all = Object.values(actions)
  const leadTo = (isUndo: boolean) =>
    all.flatMap((action) =>
      action.to !== null && (action.isUndo === true) === isUndo ? [action.to] : [],
    )
  const others = new Set([initial, ...leadTo(false)])
  return new Set(leadTo(true).filter((state) => !others.has(state)))
}

function stepOf(
  definition: AnyDocument,
  act: string,
  actLabel: Label,
  stop: AloneStop | null,
): AloneStep {
  const { name, label: documentLabel } = definition
  return { document: name, documentLabel, act, label: actLabel, isSystem: false, stop }
}

function cheapest(waiting: Node[]): Node | undefined {
  let found = 0
  for (const [index, { cost }] of waiting.entries()) if (cost < waiting[found]!.cost) found = index
  return waiting.splice(found, 1)[0]
}
