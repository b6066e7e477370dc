import { addAll } from '@kufang/kernel/add-all.ts'
import type {
  ClassBranch,
  ClassNode,
  ClassProposal,
  TakenProposals,
} from '@kufang/contract/masters/class-board.ts'
import { proposalsMax } from '@kufang/contract/masters/class-board.ts'
import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import { material } from '@kufang/contract/masters/material.ts'
import { classAncestry, classLevel, classPrefix } from '@kufang/contract/masters/material-class.ts'
import { problemsOf, refuse, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable, Row, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { changeRow, type Asked } from './approved-masters.ts'
import { treeOfClasses } from './class-rules.ts'
import { masterScope } from './master-scope.ts'

// The board of the classification: the tree on the left, the materials of a class on the right. A class is no rule, so that
// whole groups are assigned at once; what it says of its materials is only proposed, and changed like any other attribute.

/**
 * The nodes directly below a class, of '' those of the widest level; one statement. A level that has no row of its own, such
 * as one without a Chinese title, is shown by its code, so that what is below it is found.
 * @throws Refusal `input-invalid` if the parent is not a code
 */
export async function readClassTree(
  queryable: Queryable,
  session: Session,
  parent: string,
): Promise<ClassBranch> {
  const tree = await treeOfClasses(queryable)
  if (parent !== '' && classLevel(parent, tree) === undefined)
    throw refuse(
      'input-invalid',
      {
        field: '物料分类',
        fieldEn: 'Material class',
        problem: `“${parent}” 不是分类编码`,
        problemEn: `"${parent}" is not the code of a class`,
      },
      { field: 'parent' },
    )
  const prefix = classPrefix(parent, tree)
  const length = tree.lengths.find((one) => one > prefix.length)
  if (length === undefined) return { tree, nodes: [] }
  const scope = masterScope(material, session)
  const at = scope.values.length
  // Codes of upper levels have the length of the lowest one, or their own.
  const codeOf = (column: string) =>
    tree.isPadded
      ? `rpad(left(${column}, $${at + 2}), length(${column}), '0')`
      : `left(${column}, $${at + 2})`
  const found = await queryable.query<Omit<ClassNode, 'level'>>(
    `with node as materialized (
       select ${codeOf('class_code')} as class_code, bool_or(class_code <> ${codeOf('class_code')}) as has_children
       from material_class where class_code like $${at + 1} || '%' and class_code <> $${at + 3} and is_active
         and length(class_code) >= $${at + 2} group by 1),
     used as materialized (
       select ${codeOf('m.material_class')} as class_code, count(*)::int as material_count
       from material m where m.material_class like $${at + 1} || '%' and m.material_class <> '' and ${scope.sql} group by 1)
     select n.class_code, coalesce(c.name, '') as name, coalesce(c.name_en, '') as name_en, n.has_children,
       coalesce(u.material_count, 0) as material_count
     from node n left join material_class c on c.class_code = n.class_code left join used u on u.class_code = n.class_code
     order by n.class_code`,
    [...scope.values, prefix, length, parent],
  )
  const nodes = found.flatMap((node) => {
    const level = classLevel(node.classCode, tree)
    return level === undefined ? [] : [{ ...node, level }]
  })
  return { tree, nodes }
}

/** Which materials: these, or whole groups. */
export interface AssignedMaterials {
  materialNos?: readonly string[] | undefined
  materialGroups?: readonly string[] | undefined
}

/**
 * Assigns materials within the data scope to a class, or to none (''); three statements for any number.
 * @returns how many changed
 * @throws Refusal `master-unknown` of the class, `outside-scope` of materials the person may not see
 */
export async function assignClass(
  tx: Transaction,
  session: Session,
  classCode: string,
  { materialNos = [], materialGroups = [] }: AssignedMaterials,
): Promise<number> {
  if (classCode !== '') {
    const [known] = await tx.query(
      'select 1 as known from material_class where class_code = $1 and is_active',
      [classCode],
    )
    if (known === undefined)
      throw refuse(
        'master-unknown',
        { master: '物料分类', masterEn: 'Material class', value: classCode },
        { field: 'classCode' },
      )
  }
  const scope = masterScope(material, session)
  const at = scope.values.length
  const wanted = await tx.query<{ materialNo: string; materialClass: string }>(
    `select m.material_no, m.material_class from material m
     where (m.material_no = any($${at + 1}::text[]) or m.material_group = any($${at + 2}::text[])) and ${scope.sql}
     order by m.material_no for update of m`,
    [...scope.values, materialNos, materialGroups],
  )
  const seen = new Set(wanted.map(({ materialNo }) => materialNo))
  const unseen = materialNos.find((no) => !seen.has(no))
  if (unseen !== undefined)
    throw refuse(
      'outside-scope',
      { what: '物料', whatEn: 'Material', value: unseen },
      { field: 'materialNos' },
    )
  const changed = wanted.filter(({ materialClass }) => materialClass !== classCode)
  if (changed.length === 0) return 0
  await tx.query(
    `update material set material_class = $1, version = version + 1, updated_at = now(), updated_by_name = $2
     where material_no = any($3::text[])`,
    [classCode, session.userName, changed.map(({ materialNo }) => materialNo)],
  )
  await writeAudit(
    tx,
    session,
    changed.map(({ materialNo, materialClass }) => ({
      companyCode: '',
      subjectType: 'material',
      subjectId: materialNo,
      subjectNo: materialNo,
      action: 'update',
      before: { materialNo, materialClass },
      after: { materialNo, materialClass: classCode },
    })),
  )
  return changed.length
}

/** Attributes that a class proposes, as a material has them; `before` counts as missing. */
const proposed: readonly {
  field: string
  of: (row: Row) => unknown
  isMissing: (value: unknown, wanted: unknown) => boolean
}[] = [
  {
    field: 'needsInspection',
    of: ({ inspection }) => (inspection === '' ? null : inspection === 'required'),
    isMissing: (value, wanted) => value !== wanted,
  },
  ...['shelfLifeDays', 'minimumRemainingDays', 'hazardClass', 'criticality', 'abcClass'].map(
    (field) => ({
      field,
      of: (row: Row) => (row[field] === '' ? null : row[field]),
      isMissing: (value: unknown) => value === null || value === '',
    }),
  ),
  {
    field: 'requiredDocuments',
    of: ({ requiredDocuments }) =>
      Array.isArray(requiredDocuments) && requiredDocuments.length > 0 ? requiredDocuments : null,
    isMissing: (value) => Array.isArray(value) && value.length === 0,
  },
]

interface Proposing {
  /** Of this class and those below. */
  classCode?: string | undefined
  materialNos?: readonly string[] | undefined
}

/**
 * What the classes of materials say and the materials do not have, the nearest class first; two statements. What of
 * preservation a class says counts without being copied.
 */
export async function readClassProposals(
  queryable: Queryable,
  session: Session,
  { classCode, materialNos }: Proposing,
): Promise<ClassProposal[]> {
  const tree = await treeOfClasses(queryable)
  const scope = masterScope(material, session)
  const at = scope.values.length
  const fields = proposed.map(({ field }) => `m.${toSnake(field)}`).join(', ')
  const rows = await queryable.query(
    `select m.material_no, m.description, m.material_class, ${fields} from material m
     where m.material_class <> '' and ($${at + 1}::text is null or m.material_class like $${at + 1} || '%')
       and ($${at + 2}::text[] is null or m.material_no = any($${at + 2})) and m.is_active and ${scope.sql}
     order by m.material_no limit ${proposalsMax}`,
    [
      ...scope.values,
      classCode === undefined ? null : classPrefix(classCode, tree),
      materialNos ?? null,
    ],
  )
  const codes = [
    ...new Set(rows.flatMap((row) => classAncestry(String(row['materialClass']), tree))),
  ]
  const classes = await queryable.query(
    `select class_code, inspection, shelf_life_days, minimum_remaining_days, hazard_class, criticality, abc_class,
       required_documents from material_class where class_code = any($1::text[]) and is_active`,
    [codes],
  )
  const byCode = new Map(classes.map((row) => [String(row['classCode']), row]))
  return rows.flatMap((row) => {
    const materialClass = String(row['materialClass'])
    const above = classAncestry(materialClass, tree).flatMap((code): Row[] => {
      const known = byCode.get(code)
      return known === undefined ? [] : [known]
    })
    const changes = proposed.flatMap(({ field, of, isMissing }) => {
      const nearest = above.find((one) => of(one) !== null)
      if (nearest === undefined) return []
      const [before, after] = [row[field], of(nearest)]
      return isMissing(before, after)
        ? [{ field, before, after, from: String(nearest['classCode']) }]
        : []
    })
    if (changes.length === 0) return []
    const { materialNo, description } = row
    return [
      {
        materialNo: String(materialNo),
        description: String(description),
        materialClass,
        changes,
      },
    ]
  })
}

/**
 * Changes materials as their classes propose; what of it is a rule waits for another person. A material that is refused
 * stops no other, nor does one for which nothing is proposed any more.
 */
export async function takeClassProposals(
  tx: Transaction,
  session: Session,
  materialNos: readonly string[],
  asked: Asked,
): Promise<TakenProposals> {
  const taken: TakenProposals = { changed: 0, requested: 0, refusals: [] }
  const proposals = await readClassProposals(tx, session, { materialNos })
  const versions = await tx.query<{ materialNo: string; version: number }>(
    'select material_no, version from material where material_no = any($1::text[])',
    [proposals.map(({ materialNo }) => materialNo)],
  )
  const open = new Set(proposals.map(({ materialNo }) => materialNo))
  for (const materialNo of materialNos) {
    if (open.has(materialNo)) continue
    const gone = { code: 'class-proposes-nothing', params: { material: materialNo } }
    taken.refusals.push(refusedOf(materialNo, gone))
  }
  const versionOf = new Map(versions.map(({ materialNo, version }) => [materialNo, version]))
  for (const { materialNo, changes } of proposals) {
    const sent = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
    const given = { key: { materialNo }, version: entryOf(versionOf, materialNo) }
    // oxlint-disable-next-line no-await-in-loop -- one transaction: each change is undone alone if it is refused
    const problems = await problemsOf(() =>
      tx.attempt(async () => {
        const { waiting } = await changeRow(tx, session, material, given, sent, asked)
        if (waiting == null) taken.changed += 1
        else taken.requested += 1
      }),
    )
    addAll(
      taken.refusals,
      problems.map((detail) => refusedOf(materialNo, detail)),
    )
  }
  return taken
}

const refusedOf = (
  materialNo: string,
  detail: RefusalDetail,
): TakenProposals['refusals'][number] => ({
  materialNo,
  zh: describeRefusal(detail, 'zh'),
  en: describeRefusal(detail, 'en'),
})
