import {
  businessParameters,
  isParameterValue,
} from '@kufang/contract/system/business-parameters.ts'
import type {
  ParameterChange,
  ParameterName,
  ParameterRow,
} from '@kufang/contract/system/business-parameters.ts'
import { parameterLevels } from '@kufang/contract/system/parameter-kinds.ts'
import type { AnyParameter, ParameterLevel } from '@kufang/contract/system/parameter-kinds.ts'
import type { RuleChange, RuleChangeAct } from '@kufang/contract/document/rule-change.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { isLocalDate } from '@kufang/kernel/local-date.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { decideRuleChange, listOpenRuleChanges } from '../platform/approval/rule-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { refuseInput } from '../platform/list/refuse-input.ts'
import type { Session } from '../platform/session/session.ts'
import { mustHoldWholeCompany } from '../platform/session/whole-company.ts'
import {
  controlParameters,
  entryOf,
  insertParameter,
  requestParameter,
  textOfPlace,
} from './control-parameters.ts'
import { entryAt, readStoredParameters } from './parameter-rows.ts'
import type { EntryPlace, StoredParameter } from './parameter-rows.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

/**
 * All parameters with the values visible to a person: default values, and those of the person's companies and plants.
 */
export async function listParameters(
  queryable: Queryable,
  session: Session,
): Promise<ParameterRow[]> {
  const rows = await readStoredParameters(queryable, null)
  const changes = await listOpenRuleChanges(queryable, controlParameters, companiesOf(session))
  return (Object.keys(businessParameters) as ParameterName[]).map((name) =>
    parameterRow(rows, changes, session, name),
  )
}

const companiesOf = ({ scope }: Session): string[] => ['', ...scope.companyCodes]

function parameterRow(
  rows: readonly StoredParameter[],
  changes: readonly RuleChange[],
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
        isCurrent: entryAt(own, name, row, today)?.id === row.id,
      })),
    changes: changes.filter((change) => {
      const wanted = entryOf(change)
      return wanted.name === name && maySee(session, wanted.companyCode, wanted.plant)
    }),
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
 * Sets a parameter from a day on; of a control the change is only requested. Default values require an administrator;
 * those of a company, plant or material group in a plant require it in scope, those of a company all its plants. The day must not be in the past.
 */
export async function changeParameter(
  tx: Transaction,
  session: Session,
  change: ParameterChange,
): Promise<ParameterRow> {
  const { name, validFrom, value, remark = '' } = change
  const place = {
    companyCode: change.companyCode ?? '',
    plant: change.plant ?? '',
    materialGroup: change.materialGroup ?? '',
  }
  const declaration: AnyParameter = businessParameters[name]
  await checkPlace(tx, session, declaration, place)
  checkValue(declaration, change)

  // Serialises changes of one parameter, so that the second detects its outdated version.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0)) as locked`, [
    `business_parameter:${name}`,
  ])
  const rows = await readStoredParameters(tx, name)
  if (rows.length !== change.version) throw staleParameter(declaration, rows, change.version)
  const found = entryAt(rows, name, place, validFrom)
  const before = { ...place, value: found?.value ?? null, validFrom: found?.validFrom ?? null }
  const wanted = { name, ...place, value, validFrom, remark: remark.trim() }
  if (declaration.isControl) await requestParameter(tx, session, before, wanted)
  else {
    await insertParameter(tx, wanted, session)
    await writeAudit(tx, session, [
      {
        companyCode: place.companyCode,
        subjectType: 'business-parameter',
        subjectId: name,
        subjectNo: name,
        action: 'update',
        before,
        after: { ...place, value, validFrom, remark },
      },
    ])
  }
  const changes = await listOpenRuleChanges(tx, controlParameters, companiesOf(session))
  return parameterRow(await readStoredParameters(tx, name), changes, session, name)
}

/**
 * Approves, refuses or withdraws a change of a control: by whoever might request it.
 * @throws Refusal those of `decideRuleChange`, `role-missing`, `outside-scope`, `whole-company-only`
 */
export function decideParameter(
  tx: Transaction,
  session: Session,
  given: { id: string; act: RuleChangeAct; remark: string },
): Promise<RuleChange> {
  return decideRuleChange(tx, session, controlParameters, given, (change) => {
    const wanted = entryOf(change)
    mustSet(session, businessParameters[wanted.name], wanted)
  })
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

function levelOf({ companyCode, plant, materialGroup }: EntryPlace): ParameterLevel {
  if (materialGroup !== '') return 'material-group'
  if (plant !== '') return 'plant'
  return companyCode !== '' ? 'company' : 'system'
}

/** Who may set a parameter at a place. @throws Refusal `role-missing`, `outside-scope`, `whole-company-only` */
function mustSet(session: Session, { label }: AnyParameter, place: EntryPlace): void {
  const { companyCode, plant } = place
  if (levelOf(place) === 'system') {
    if (session.isAdmin) return
    throw refuse('role-missing', { action: label.zh, actionEn: label.en, roles: adminRole })
  }
  if (!maySee(session, companyCode, plant))
    throw refuse('outside-scope', {
      what: '公司/工厂',
      whatEn: 'Company or plant',
      value: textOfPlace(place),
    })
  if (plant === '') mustHoldWholeCompany(session, companyCode, 'plant')
}

async function checkPlace(
  tx: Transaction,
  session: Session,
  declaration: AnyParameter,
  place: EntryPlace,
): Promise<void> {
  const { companyCode, plant, materialGroup } = place
  if (companyCode === '' && plant !== '')
    throw refuseInput('companyCode', '指定工厂时须同时指定公司', 'a plant needs its company')
  if (plant === '' && materialGroup !== '')
    throw refuseInput('plant', '指定物料组时须同时指定工厂', 'a material group needs its plant')
  const wanted = levelOf(place)
  if (parameterLevels.indexOf(wanted) > parameterLevels.indexOf(declaration.level))
    throw refuseInput(
      fieldOfLevel[wanted],
      '该参数不按此级别设置',
      'the parameter has no value of its own at this level',
    )
  mustSet(session, declaration, place)
  if (wanted === 'system') return
  const [found] = await tx.query<{ isKnown: boolean }>(
    plant === ''
      ? `select exists (select from company where company_code = $1) as is_known`
      : `select exists (select from plant where company_code = $1 and plant = $2) as is_known`,
    plant === '' ? [companyCode] : [companyCode, plant],
  )
  if (found?.isKnown !== true)
    throw refuse('master-unknown', {
      master: '公司/工厂',
      masterEn: 'Company or plant',
      value: textOfPlace({ ...place, materialGroup: '' }),
    })
  if (materialGroup === '') return
  const [group] = await tx.query(
    `select material_group from material_group where material_group = $1`,
    [materialGroup],
  )
  if (group === undefined)
    throw refuse(
      'master-unknown',
      { master: '物料组', masterEn: 'Material group', value: materialGroup },
      { field: 'materialGroup' },
    )
}

const fieldOfLevel = {
  system: 'companyCode',
  company: 'companyCode',
  plant: 'plant',
  'material-group': 'materialGroup',
} as const satisfies Record<ParameterLevel, string>

function checkValue(declaration: AnyParameter, change: ParameterChange): void {
  if (change.value !== null && !isParameterValue(declaration, change.value)) {
    const range =
      declaration.kind === 'integer'
        ? `${declaration.minimum}-${declaration.maximum}`
        : declaration.kind === 'codes'
          ? declaration.areLengths === true
            ? '1,3,6'
            : 'Q,E'
          : Object.keys(declaration.choices).join(' / ')
    throw refuseInput('value', `应为 ${range}`, `must be ${range}`, declaration.label)
  }
  if (!isLocalDate(change.validFrom))
    throw refuseInput('validFrom', '不是有效日期', 'is no calendar day')
  if (change.validFrom < companyToday())
    throw refuseInput('validFrom', '生效日期不能早于今天', 'the day may not lie before today')
}
