import { documentDefinition, documents } from '@kufang/contract/registry.ts'
import { cataloguePage, pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { inSentence, label } from '@kufang/contract/document/declare/label.ts'
import { labelOfRule, nameOfRuleSubject, rolesOfRules } from '@kufang/contract/rule-kinds.ts'
import { ruleChangeActs, type RuleChangeAct } from '@kufang/contract/document/rule-change.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { PostingFailure } from '@kufang/contract/document/declare/posting-cure.ts'
import type { GoodsSummary } from '@kufang/contract/document/goods-words.ts'
import { readPostingFailures, summariseGoods } from '../document/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import { textOfType } from '../platform/list/column-type.ts'
import { refuseInput } from '../platform/list/refuse-input.ts'
import type { Session } from '../platform/session/session.ts'

/** A to-do for holders of the role of the next step. */
export interface TodoRow {
  companyCode: string
  id: string
  documentType: string
  documentLabel: Label
  documentId: string
  documentNo: string
  /** The number as people say it: of a business parameter its label and place. */
  documentName: Label
  /** False for a change of a rule or of rights, which has no document to open. */
  isDocument: boolean
  action: string
  actionLabel: Label
  handleUrl: string
  createdAt: string
  /** The due time. */
  dueAt: string
  isOverdue: boolean
  /** The goods of its document, without amounts; null if it has none, or none visible to the person. */
  goods: Omit<GoodsSummary, 'amount'> | null
  /** What failed in the ERP and what to do, if its document waits for a person because of that. */
  failure: PostingFailure | null
}

/** To-dos of one page, with their count. */
export interface TodoGroup {
  path: string
  zh: string
  en: string
  count: number
}

/** A to-do as stored. */
export interface StoredTodo extends Omit<
  TodoRow,
  | 'documentLabel'
  | 'documentName'
  | 'actionLabel'
  | 'isDocument'
  | 'isOverdue'
  | 'goods'
  | 'failure'
> {
  roleCode: string
  plant: string
  storageLocation: string
  supplierNo: string
  pickingUnit: string
  /** Users barred by four eyes. */
  barredUsers: string[]
  createdBy: string
  doneAt: string | null
}

/** A reader of to-dos: the session with its function codes. */
export type TodoReader = Pick<Session, 'userId' | 'roles' | 'isAdmin' | 'scope'> & {
  functionCodes: ReadonlySet<string>
}

/** Roles that can have to-dos: those of pages of documents, and those that approve changes of rules and rights. */
const rolesWithWork: readonly string[] = [
  ...new Set([
    ...rolesOfRules,
    ...Object.values<AnyDocument>(documents).flatMap((definition) =>
      Object.keys(definition.pages).map((path) => cataloguePage(path).role),
    ),
  ]),
]

/** The companies whose to-dos a person may see; '' is what concerns all of them, such as a general rule. */
export const companiesWithWork = ({ scope }: Pick<Session, 'scope'>): string[] => [
  '',
  ...scope.companyCodes,
]

/** Actions that require a function code, as `document action`, with the code. */
const buttons: readonly (readonly [step: string, functionCode: string])[] =
  Object.values<AnyDocument>(documents).flatMap((definition) =>
    Object.entries(definition.actions).flatMap(([name, { functionCode }]) =>
      functionCode === undefined ? [] : [[`${definition.name} ${name}`, functionCode] as const],
    ),
  )

/** Actions whose function code the person lacks; their to-dos are hidden. */
const stepsWithoutButton = ({ isAdmin, functionCodes }: TodoReader): string[] =>
  isAdmin ? [] : buttons.filter(([, code]) => !functionCodes.has(code)).map(([step]) => step)

/**
 * Open to-dos of the person as `from … where …` with parameters: one index scan per company and role, within the scope.
 * A to-do without plant or storage location applies to everyone of the higher level.
 */
export function openTodos(
  session: TodoReader,
  further: (bind: (value: unknown) => string) => { condition: string; tail: string },
) {
  const { scope } = session
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const companies = bind(companiesWithWork(session))
  const roles = bind(
    session.isAdmin ? rolesWithWork : rolesWithWork.filter((role) => session.roles.has(role)),
  )
  const conditions = [
    't.company_code = c.company_code',
    't.role_code = r.role_code',
    't.done_at is null',
  ]
  if (scope.plants !== null)
    conditions.push(`(t.plant = '' or t.plant = any(${bind(scope.plants)}::text[]))`)
  if (scope.storageLocations !== null)
    conditions.push(
      `(t.storage_location = '' or t.plant || '/' || t.storage_location = any(${bind(scope.storageLocations)}::text[]))`,
    )
  if (scope.supplierNo !== null) conditions.push(`t.supplier_no = ${bind(scope.supplierNo)}`)
  if (scope.pickingUnits !== null)
    conditions.push(
      `(t.picking_unit = '' or t.picking_unit = any(${bind(scope.pickingUnits)}::text[]))`,
    )
  conditions.push(`${bind(session.userId)}::uuid <> all (t.barred_users)`)
  const without = stepsWithoutButton(session)
  if (without.length > 0)
    conditions.push(`t.document_type || ' ' || t.action <> all (${bind(without)}::text[])`)
  const { condition, tail } = further(bind)
  return {
    from: `from unnest(${companies}::text[]) as c (company_code) cross join unnest(${roles}::text[]) as r (role_code)
      cross join lateral (select t.* from todo t where ${conditions.join(' and ')}${condition} ${tail}) t`,
    values,
  }
}

/** The same rule for a single to-do in memory, such as a new one. */
export function isForSession(session: TodoReader, todo: StoredTodo): boolean {
  const { isAdmin, roles, scope } = session
  const location = `${todo.plant}/${todo.storageLocation}`
  return (
    (isAdmin ? rolesWithWork.includes(todo.roleCode) : roles.has(todo.roleCode)) &&
    companiesWithWork(session).includes(todo.companyCode) &&
    (scope.plants === null || todo.plant === '' || scope.plants.includes(todo.plant)) &&
    (scope.storageLocations === null ||
      todo.storageLocation === '' ||
      scope.storageLocations.includes(location)) &&
    (scope.supplierNo === null || scope.supplierNo === todo.supplierNo) &&
    (scope.pickingUnits === null ||
      todo.pickingUnit === '' ||
      scope.pickingUnits.includes(todo.pickingUnit)) &&
    !todo.barredUsers.includes(session.userId) &&
    !stepsWithoutButton(session).includes(`${todo.documentType} ${todo.action}`)
  )
}

/** What a to-do says of its document besides its number. */
export type TodoFacts = Pick<TodoRow, 'goods' | 'failure'>

/** Reads the goods that the person may see, and what failed in the ERP, of all these to-dos: two statements. */
export async function readTodoFacts(
  queryable: Queryable,
  session: Parameters<typeof summariseGoods>[1],
  todos: readonly Pick<TodoRow, 'companyCode' | 'documentType' | 'documentId'>[],
): Promise<(todo: Pick<TodoRow, 'documentId'>) => TodoFacts> {
  const [goodsOf, failureOf] = await Promise.all([
    summariseGoods(queryable, session, todos),
    readPostingFailures(queryable, todos),
  ])
  return ({ documentId }) => ({
    goods: goodsOf.get(documentId) ?? null,
    failure: failureOf.get(documentId) ?? null,
  })
}

/** A page of the person's to-dos, by due time. */
export async function listTodos(
  queryable: Queryable,
  session: TodoReader,
  request: { cursor?: string | null | undefined; path?: string | null | undefined; size: number },
): Promise<{ rows: TodoRow[]; nextCursor: string | null }> {
  const { size } = request
  const after = request.cursor == null ? null : readCursor(request.cursor)
  const { from, values } = openTodos(session, (bind) => ({
    condition: [
      after === null
        ? ''
        : ` and (t.due_at, t.id) > (${bind(after[0])}::timestamptz, ${bind(after[1])}::uuid)`,
      request.path == null ? '' : ` and split_part(t.handle_url, '?', 1) = ${bind(request.path)}`,
    ].join(''),
    tail: `order by t.due_at, t.id limit ${size + 1}`,
  }))
  const found = await queryable.query<
    Omit<
      TodoRow,
      'documentLabel' | 'documentName' | 'actionLabel' | 'isDocument' | 'goods' | 'failure'
    > & {
      position: string
    }
  >(
    `select t.company_code, t.id, t.document_type, t.document_id, t.document_no, t.action, t.handle_url, t.created_at,
       t.due_at, t.due_at < now() as is_overdue, t.due_at::text as position
     ${from} order by t.due_at, t.id limit ${size + 1}`,
    values,
  )
  const page = found.slice(0, size)
  const last = page.at(-1)
  const factsOf = await readTodoFacts(queryable, session, page)
  return {
    rows: page.map(({ position: _position, ...row }) => ({
      ...row,
      ...labelsOf(row.documentType, row.action),
      documentName: nameOfTodo(row),
      ...factsOf(row),
    })),
    nextCursor:
      found.length > size && last !== undefined
        ? Buffer.from(`${last.position}|${last.id}`).toString('base64url')
        : null,
  }
}

/** The number of the person's to-dos by page, in menu order. */
export async function countTodos(
  queryable: Queryable,
  session: TodoReader,
): Promise<{ groups: TodoGroup[]; total: number }> {
  const { from, values } = openTodos(session, () => ({ condition: '', tail: '' }))
  const counted = await queryable.query<CountedTodos>(
    `select split_part(t.handle_url, '?', 1) as path, t.document_type, t.action, count(*) as count
     ${from} group by 1, 2, 3 order by count(*) desc, 2, 3`,
    values,
  )
  const sum = (some: readonly CountedTodos[]) => some.reduce((total, { count }) => total + count, 0)
  const byPath = Map.groupBy(counted, ({ path }) => path)
  const groups = pageCatalogue.flatMap((page) => {
    const here = byPath.get(page.path)
    return here === undefined
      ? []
      : [{ path: page.path, ...(actsOnQueryPage(here) ?? titleOf(page)), count: sum(here) }]
  })
  return { groups, total: sum(counted) }
}

/** The number of to-dos of one page, document type and action. */
interface CountedTodos {
  path: string
  documentType: string
  action: string
  count: number
}

const titleOf = ({ zh, en }: Label): Label => ({ zh, en })

/** Query pages are named after what they show, so their to-dos are named after the acts; null for other pages. */
function actsOnQueryPage(counted: readonly CountedTodos[]): Label | null {
  const acts = counted.flatMap(({ path, documentType, action }) => {
    const definition = documentDefinition(documentType)
    const declared = definition?.actions[action]
    if (definition?.pages[path]?.kind !== 'query' || declared === undefined) return []
    const { label } = definition
    return [
      {
        zh: declared.label.zh + label.zh,
        en: `${declared.label.en} ${inSentence(label).en}`,
      },
    ]
  })
  return acts.length === 0
    ? null
    : { zh: acts.map(({ zh }) => zh).join('、'), en: acts.map(({ en }) => en).join(', ') }
}

/** A to-do of a document type that no longer exists is shown by its code. */
export function labelsOf(
  documentType: string,
  action: string,
): { documentLabel: Label; actionLabel: Label; isDocument: boolean } {
  const definition = documentDefinition(documentType)
  const ruleLabel = labelOfRule(documentType)
  if (ruleLabel !== undefined)
    return {
      documentLabel: ruleLabel,
      actionLabel: ruleChangeActs[action as RuleChangeAct] ?? label(action, action),
      isDocument: false,
    }
  return {
    isDocument: true,
    documentLabel: definition?.label ?? { zh: documentType, en: documentType },
    actionLabel: definition?.actions[action]?.label ??
      successorLabel(action) ?? { zh: action, en: action },
  }
}

/** The number of a to-do's document as people say it. */
export const nameOfTodo = ({
  documentType,
  documentNo,
}: Pick<StoredTodo, 'documentType' | 'documentNo'>): Label =>
  nameOfRuleSubject(documentType, documentNo) ?? label(documentNo, documentNo)

/** The label of an action of a successor, or of creating it. */
function successorLabel(action: string): Label | undefined {
  const [name = '', own = ''] = action.split('.')
  const successor = documentDefinition(name)
  if (successor === undefined) return undefined
  const { label } = successor
  return successor.actions[own]?.label ?? { zh: `新建${label.zh}`, en: `Make the ${label.en}` }
}

/** The instant keeps PostgreSQL's microseconds, which a JavaScript date would lose. */
function readCursor(cursor: string): [instant: string, id: string] {
  const [instant, id] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  if (
    instant === undefined ||
    textOfType('timestamptz', instant) === null ||
    textOfType('uuid', id) === null
  )
    throw refuseInput('cursor', '翻页位置无效，请从头查询', 'the cursor is not valid; start again')
  return [instant, id!]
}
