import type { ParameterName } from '@kufang/contract/system/business-parameters.ts'
import type { Queryable } from '../platform/database/database.ts'

/** A row of business_parameter. */
export interface StoredParameter {
  id: string
  companyCode: string
  plant: string
  name: string
  value: string | number | null
  validFrom: string
  remark: string
  changedAt: string
  changedByName: string
}

export interface ParameterPlace {
  companyCode?: string | undefined
  plant?: string | undefined
}

/** All values of one parameter or all; for the same place the effective one comes first. */
export function readStoredParameters(
  queryable: Queryable,
  name: ParameterName | null,
): Promise<StoredParameter[]> {
  return queryable.query<StoredParameter>(
    `select id, company_code, plant, name, value, valid_from, remark, changed_at, changed_by_name
     from business_parameter where $1::text is null or name = $1
     order by name, valid_from desc, business_parameter.changed_at desc, id desc`,
    [name],
  )
}

/** The entry effective at exactly this place on a day, from rows ordered as by `readStoredParameters`. */
export function entryAt(
  rows: readonly StoredParameter[],
  name: string,
  companyCode: string,
  plant: string,
  today: string,
): StoredParameter | undefined {
  return rows.find(
    (row) =>
      row.name === name &&
      row.companyCode === companyCode &&
      row.plant === plant &&
      row.validFrom <= today,
  )
}

/**
 * The value effective at a place on a day: the plant's, else the company's, else the default; undefined if there is
 * none.
 */
export function resolveParameter(
  rows: readonly StoredParameter[],
  name: string,
  place: ParameterPlace,
  today: string,
): string | number | undefined {
  const { companyCode = '', plant = '' } = place
  const places: [string, string][] = [['', '']]
  if (companyCode !== '') places.unshift([companyCode, ''])
  if (companyCode !== '' && plant !== '') places.unshift([companyCode, plant])
  for (const [company, ofPlant] of places) {
    const value = entryAt(rows, name, company, ofPlant, today)?.value
    if (value !== undefined && value !== null) return value
  }
  return undefined
}
