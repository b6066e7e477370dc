import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { boundFields } from '@kufang/contract/document/declare/reference-bounds.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { hasValidity } from '@kufang/contract/document/declare/validity.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { classLevel, type ClassTree } from '@kufang/contract/masters/material-class.ts'
import { compareDecimals } from '@kufang/kernel/decimal-text.ts'
import type { Refusal, RefusalDetail } from '@kufang/kernel/refusal.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import { checkClass, checkPreservation, checkSubstance, treeOfClasses } from './class-rules.ts'
import { unknownOwnCodes } from './external-codes.ts'
import { columnOf, masterSource } from './master-table.ts'

/** What rules of a master need to know besides the row; nothing of most masters. */
export interface RowRules {
  tree: ClassTree | null
}

/** Reads what the rules of a master need, once for any number of rows. */
export const readRowRules = async (
  queryable: Queryable,
  { name }: AnyMaster,
): Promise<RowRules> => ({
  tree: name === 'material-class' ? await treeOfClasses(queryable) : null,
})

/** The fields of a new row that follow from the others. */
export const derivedFields = (row: Row, { tree }: RowRules): Row =>
  tree === null ? {} : { level: classLevel(textOf(row['classCode']), tree) }

/** Checks rules between the fields of one row. */
export function checkMasterRow(definition: AnyMaster, row: Row, { tree }: RowRules): void {
  if (hasValidity(definition)) checkValidity(row)
  if (definition.name === 'excess-tolerance' || definition.name === 'distribution-catalogue')
    checkMaterialOrGroup(row)
  if (definition.name === 'picking-unit-cross-location') checkOwner(row)
  if (definition.name === 'material') checkMaterial(row)
  if (definition.name === 'inspection-characteristic') checkCharacteristic(row)
  if (definition.name === 'hazardous-substance') checkSubstance(row)
  if (tree !== null) {
    checkClass(row, tree)
    checkRemaining(row)
    checkPreservation(row)
  }
}

/** The stock of the unit's own company needs no relation across companies. */
function checkOwner(row: Row): void {
  if (row['ownerCompanyCode'] !== row['companyCode']) return
  throw refuse(
    'input-invalid',
    {
      field: '库存公司',
      fieldEn: 'Company of the stock',
      problem: `${textOf(row['companyCode'])} 是领料单位自己的公司，请在“领料单位与库存地点”中维护`,
      problemEn: `${textOf(row['companyCode'])} is the company of the unit; maintain its own places on the page of storage locations of picking units`,
    },
    { field: 'ownerCompanyCode' },
  )
}

/** Rows that are for a material or for a group. */
function checkMaterialOrGroup(row: Row): void {
  if (row['materialNo'] !== '' && row['materialGroup'] !== '')
    throw refuse(
      'input-invalid',
      {
        field: '物料组',
        fieldEn: 'Material group',
        problem: '物料与物料组只能填写一个',
        problemEn: 'give a material or a group, not both',
      },
      { field: 'materialGroup' },
    )
}

/** Limits of what is measured: at least one, the lower not above the upper; none of what only conforms or not. */
function checkCharacteristic(row: Row): void {
  const [lower, upper] = [row['lowerLimit'], row['upperLimit']].map((limit) =>
    limit === null || limit === undefined || limit === '' ? null : textOf(limit),
  )
  const hasLimit = lower !== null || upper !== null
  const wrong = (field: string, problem: string, problemEn: string): Refusal => {
    const { zh, en } =
      masters['inspection-characteristic'].fields[field as 'kind' | 'lowerLimit' | 'upperLimit']
        .label
    return refuse('input-invalid', { field: zh, fieldEn: en, problem, problemEn }, { field })
  }
  if (row['kind'] === 'variable' && !hasLimit)
    throw wrong('lowerLimit', '计量项须有下限或上限', 'a variable needs a lower or an upper limit')
  if (row['kind'] === 'attribute' && hasLimit)
    throw wrong(
      lower === null ? 'upperLimit' : 'lowerLimit',
      '计数项只判合格与否，没有上下限，请清空',
      'an attribute only conforms or not and has no limits; clear it',
    )
  if (lower != null && upper != null && compareDecimals(lower, upper) > 0)
    throw wrong(
      'upperLimit',
      `上限 ${upper} 小于下限 ${lower}`,
      `the upper limit ${upper} is below the lower limit ${lower}`,
    )
}

/** Refuses a validity period that ends before it begins. */
function checkValidity(row: Row): void {
  const { validFrom, validTo } = row as { validFrom: string | null; validTo: string | null }
  if (validTo !== null && validFrom !== null && validTo < validFrom)
    throw refuse(
      'date-order',
      {
        later: '失效日期',
        laterEn: 'Valid to',
        laterDate: validTo,
        earlier: '生效日期',
        earlierEn: 'Valid from',
        earlierDate: validFrom,
      },
      { field: 'validTo' },
    )
}

/** The second unit of a material with its ratio and deviation: all of them, or none. */
function checkSecondUnit(row: Row): void {
  const names = ['secondUnit', 'secondNumerator', 'secondDenominator', 'secondDeviationPercent']
  const empty = names.filter((name) => (row[name] ?? '') === '')
  if (empty.length === names.length) return
  if (empty.length > 0) throw refuse('second-unit-incomplete', {}, { field: empty[0] })
  if (row['secondUnit'] === row['unit'])
    throw refuse('second-unit-incomplete', {}, { field: 'secondUnit' })
}

function checkMaterial(row: Row): void {
  checkSecondUnit(row)
  checkPreservation(row)
  checkRemaining(row)
}

/** What must remain of a shelf life is a part of it. */
function checkRemaining(row: Row): void {
  const { shelfLifeDays, minimumRemainingDays } = row as {
    shelfLifeDays: number | null
    minimumRemainingDays: number | null
  }
  if (
    minimumRemainingDays !== null &&
    (shelfLifeDays === null || minimumRemainingDays > shelfLifeDays)
  )
    throw refuse(
      'input-invalid',
      {
        field: '收货最少剩余（天）',
        fieldEn: 'Minimum remaining (days)',
        problem: '须先有保质期，且不能超过保质期',
        problemEn: 'needs a shelf life and may not exceed it',
      },
      { field: 'minimumRemainingDays' },
    )
}

/**
 * References must exist and be active; only the given fields are checked. Leading key parts (company, plant) are those
 * of the row itself.
 */
export async function checkMasterReferences(
  queryable: Queryable,
  definition: AnyMaster,
  row: Row,
  names: readonly string[],
): Promise<void> {
  const problems = await unknownReferences(queryable, definition, [{ row, names }])
  if (problems.length > 0) throw refuseAll(problems.map(({ detail }) => detail))
}

/** A reference of one of several rows that its master does not have, or no longer. */
export interface UnknownReference {
  /** Which row. */
  index: number
  detail: RefusalDetail
}

/** The references of several rows that their masters do not have: one statement for each field, whatever the rows. */
export async function unknownReferences(
  queryable: Queryable,
  definition: AnyMaster,
  rows: readonly { row: Row; names: readonly string[] }[],
): Promise<UnknownReference[]> {
  const problems: UnknownReference[] =
    definition.name === 'external-code' ? await unknownOwnCodes(queryable, rows) : []
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.kind !== 'reference') continue
    const given = rows.flatMap(({ row, names }, index) =>
      names.includes(name) && textOf(row[name]) !== '' ? [{ index, row }] : [],
    )
    if (given.length === 0) continue
    // oxlint-disable-next-line no-await-in-loop -- one connection
    for (const index of await notThere(queryable, field, name, given))
      problems.push({
        index,
        detail: {
          code: 'master-unknown',
          params: {
            master: field.label.zh,
            masterEn: field.label.en,
            value: textOf(itemAt(rows, index).row[name]),
          },
          field: name,
        },
      })
  }
  return problems
}

/** The indexes of rows whose reference is not an active row of its master, which may be on another machine. */
async function notThere(
  queryable: Queryable,
  field: Field,
  name: string,
  given: readonly { index: number; row: Row }[],
): Promise<number[]> {
  const target: AnyMaster = masters[field.master!]
  // Leading key parts are those of the row itself, or of the fields that the reference names.
  const from = target.key.map((part, at) =>
    at === target.key.length - 1 ? [name] : boundFields(field, part),
  )
  // Of several fields the first with a value counts.
  const valueOf = (fields: readonly string[], row: Row) =>
    fields.map((one) => textOf(row[one])).find((value) => value !== '') ?? ''
  const parts = target.key.map((part, at) => `${columnOf(part)} = wanted.part_${at}`)
  const lists = target.key.map((_part, at) => `$${at + 1}::text[]`)
  const columns = target.key.map((_part, at) => `part_${at}`)
  const there = await queryable.query<{ at: number }>(
    `select wanted.at::integer as "at" from unnest(${lists.join(', ')}) with ordinality as wanted (${columns.join(', ')}, at)
     join ${masterSource(target)} on m.is_active and ${parts.join(' and ')}`,
    from.map((fields) => given.map(({ row }) => valueOf(fields, row))),
  )
  const known = new Set(there.map(({ at }) => at - 1))
  return given.flatMap(({ index }, at) => (known.has(at) ? [] : [index]))
}
