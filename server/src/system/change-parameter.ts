import {
  businessParameters,
  isParameterValue,
} from '@kufang/contract/system/business-parameters.ts'
import type {
  AnyParameter,
  ParameterChange,
  ParameterName,
  ParameterRow,
} from '@kufang/contract/system/business-parameters.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { isLocalDate } from '@kufang/kernel/local-date.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { refuseInput } from '../platform/list/refuse-input.ts'
import type { Session } from '../platform/session/session.ts'
import { mustHoldWholeCompany } from '../platform/session/whole-company.ts'
import { forgetParameters } from './parameter-cache.ts'
import { entryAt, readStoredParameters } from './parameter-rows.ts'
import type { StoredParameter } from './parameter-rows.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

/**
 * All parameters with the values visible to a person: default values, and those of the person's companies and plants.
 */
export async function listParameters(
  queryable: Queryable,
  session: Session,
): Promise<ParameterRow[]> {
  const rows = await readStoredParameters(queryable, null)
  return (Object.keys(businessParameters) as ParameterName[]).map((name) =>
    parameterRow(rows, session, name),
  )
}

function parameterRow(
  rows: readonly StoredParameter[],
  session: Session,
  name: ParameterName,
): ParameterRow {
  const today = companyToday()
  const own = rows.filter((row) => row.name === name)
  return {
    name,
    version: own.length,
    entries: own
      .filter((row) => maySee(session, row.companyCode, row.plant))
      .map(({ name: _name, ...row }) => ({
        ...row,
        isCurrent: entryAt(own, name, row.companyCode, row.plant, today)?.id === row.id,
      })),
  }
}

function maySee(session: Session, companyCode: string, plant: string): boolean {
  if (companyCode === '' || session.isAdmin) return true
  const { companyCodes, plants } = session.scope
  return (
    companyCodes.includes(companyCode) &&
    (plant === '' || plants === null || plants.includes(plant))
  )
}

/**
 * Sets a parameter from a day on. Default values require an administrator; those of a company or plant require it in
 * scope, those of a company all its plants. The day must not be in the past.
 */
export async function changeParameter(
  tx: Transaction,
  session: Session,
  change: ParameterChange,
): Promise<ParameterRow> {
  const { name } = change
  const companyCode = change.companyCode ?? ''
  const plant = change.plant ?? ''
  const declaration: AnyParameter = businessParameters[name]
  await checkPlace(tx, session, declaration, companyCode, plant)
  checkValue(declaration, change)

  // Serialises changes of one parameter, so that the second detects its outdated version.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0)) as locked`, [
    `business_parameter:${name}`,
  ])
  const rows = await readStoredParameters(tx, name)
  if (rows.length !== change.version) throw staleParameter(declaration, rows, change.version)
  const before = entryAt(rows, name, companyCode, plant, change.validFrom)
  const id = newId()
  await tx.query(
    `insert into business_parameter (company_code, id, plant, name, value, valid_from, remark, changed_by, changed_by_name)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9)`,
    [
      companyCode,
      id,
      plant,
      name,
      change.value === null ? null : JSON.stringify(change.value),
      change.validFrom,
      change.remark ?? '',
      session.userId,
      session.userName,
    ],
  )
  const place = { companyCode, plant }
  await writeAudit(tx, session, [
    {
      companyCode,
      subjectType: 'business-parameter',
      subjectId: name,
      subjectNo: name,
      action: 'update',
      before: { ...place, value: before?.value ?? null, validFrom: before?.validFrom ?? null },
      after: {
        ...place,
        value: change.value,
        validFrom: change.validFrom,
        remark: change.remark ?? '',
      },
    },
  ])
  tx.afterCommit(() => forgetParameters(tx))
  return parameterRow(await readStoredParameters(tx, name), session, name)
}

function staleParameter(
  declaration: AnyParameter,
  rows: readonly StoredParameter[],
  given: number,
) {
  const newest = rows.toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1))[0]
  return staleVersion({
    no: declaration.label.zh,
    noEn: declaration.label.en,
    user: newest?.changedByName ?? '',
    at: newest?.changedAt ?? '',
    current: rows.length,
    given,
  })
}

async function checkPlace(
  tx: Transaction,
  session: Session,
  declaration: AnyParameter,
  companyCode: string,
  plant: string,
): Promise<void> {
  if (companyCode === '' && plant !== '')
    throw refuseInput('companyCode', '指定工厂时须同时指定公司', 'a plant needs its company')
  const wanted = plant !== '' ? 'plant' : companyCode !== '' ? 'company' : 'system'
  const levels = ['system', 'company', 'plant']
  if (levels.indexOf(wanted) > levels.indexOf(declaration.level))
    throw refuseInput(
      wanted === 'plant' ? 'plant' : 'companyCode',
      '该参数不按此级别设置',
      'the parameter has no value of its own at this level',
    )
  if (wanted === 'system') {
    if (!session.isAdmin)
      throw refuse('role-missing', {
        action: declaration.label.zh,
        actionEn: declaration.label.en,
        roles: 'admin',
      })
    return
  }
  const value = plant === '' ? companyCode : `${companyCode}/${plant}`
  if (!maySee(session, companyCode, plant))
    throw refuse('outside-scope', { what: '公司/工厂', whatEn: 'Company or plant', value })
  if (plant === '') mustHoldWholeCompany(session, companyCode, 'plant')
  const [found] = await tx.query<{ isKnown: boolean }>(
    plant === ''
      ? `select exists (select from company where company_code = $1) as is_known`
      : `select exists (select from plant where company_code = $1 and plant = $2) as is_known`,
    plant === '' ? [companyCode] : [companyCode, plant],
  )
  if (found?.isKnown !== true)
    throw refuse('master-unknown', { master: '公司/工厂', masterEn: 'Company or plant', value })
}

function checkValue(declaration: AnyParameter, change: ParameterChange): void {
  if (change.value !== null && !isParameterValue(declaration, change.value)) {
    const range =
      declaration.kind === 'integer'
        ? `${declaration.minimum}-${declaration.maximum}`
        : declaration.kind === 'codes'
          ? 'Q,E'
          : Object.keys(declaration.choices).join(' / ')
    throw refuseInput('value', `应为 ${range}`, `must be ${range}`, declaration.label)
  }
  if (!isLocalDate(change.validFrom))
    throw refuseInput('validFrom', '不是有效日期', 'is no calendar day')
  if (change.validFrom < companyToday())
    throw refuseInput('validFrom', '生效日期不能早于今天', 'the day may not lie before today')
}
