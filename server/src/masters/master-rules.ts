import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { hasValidity } from '@kufang/contract/document/declare/validity.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import { columnOf, masterSource } from './master-table.ts'

/** Checks rules between the fields of one row. */
export function checkMasterRow(definition: AnyMaster, row: Row): void {
  if (hasValidity(definition)) checkValidity(row)
  if (definition.name === 'excess-tolerance') checkExcessTolerance(row)
  if (definition.name === 'material') checkMaterial(row)
}

function checkExcessTolerance(row: Row): void {
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
  const problems: RefusalDetail[] = []
  for (const name of names) {
    const field = definition.fields[name]!
    const value = row[name]
    if (field.kind !== 'reference' || typeof value !== 'string' || value === '') continue
    if (!(await isKnown(queryable, field, row, value)))
      problems.push({
        code: 'master-unknown',
        params: { master: field.label.zh, masterEn: field.label.en, value },
        field: name,
      })
  }
  if (problems.length > 0) throw refuseAll(problems)
}

async function isKnown(
  queryable: Queryable,
  field: Field,
  row: Row,
  value: string,
): Promise<boolean> {
  const target: AnyMaster = masters[field.master!]
  const key = [...target.key.slice(0, -1).map((part) => textOf(row[part])), value]
  const conditions = target.key.map((part, index) => `${columnOf(part)} = $${index + 1}`)
  const [found] = await queryable.query<{ isKnown: boolean }>(
    `select exists (select from ${masterSource(target)} where m.is_active and ${conditions.join(' and ')}) as is_known`,
    key,
  )
  return found?.isKnown === true
}
