import type { ParameterName } from '@kufang/contract/system/business-parameters.ts'
import type { Queryable } from '../platform/database/database.ts'

/** A row of business_parameter. */
export interface StoredParameter {
  id: string
  companyCode: string
  plant: string
  materialGroup: string
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
  materialGroup?: string | null | undefined
}

/** One place exactly; '' for all of them. */
export interface EntryPlace {
  companyCode: string
  plant: string
  materialGroup: string
}

/** All values of one parameter or all; for the same place the effective one comes first. */
export function readStoredParameters(
  queryable: Queryable,
  name: ParameterName | null,
): Promise<StoredParameter[]> {
  return queryable.query<StoredParameter>(
    `select id, company_code, plant, material_group, name, value, valid_from, remark, changed_at, changed_by_name
     from business_parameter where $1::text is null or name = $1
     order by name, valid_from desc, business_parameter.changed_at desc, id desc`,
    [name],
  )
}

/** The entry effective at exactly this place on a day, from rows ordered as by `readStoredParameters`. */
export function entryAt(
  rows: readonly StoredParameter[],
  name: string,
  place: EntryPlace,
  today: string,
): StoredParameter | undefined {
  return rows.find(
    (row) =>
      row.name === name &&
      row.companyCode === place.companyCode &&
      row.plant === place.plant &&
      row.materialGroup === place.materialGroup &&
      row.validFrom <= today,
  )
}

/**
 * The value effective at a place on a day: the material group's in the plant, else the plant's, else the company's, else
 * the general one; undefined if there is none.
 */
export function resolveParameter(
  rows: readonly StoredParameter[],
  name: string,
  place: ParameterPlace,
  today: string,
): string | number | undefined {
  for (const one of placesOf(place)) {
    const value = entryAt(rows, name, one, today)?.value
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** The places whose values may count for goods, the narrowest first. */
function placesOf(place: ParameterPlace): EntryPlace[] {
  const { companyCode = '', plant = '' } = place
  const materialGroup = place.materialGroup ?? ''
  const everywhere = { companyCode: '', plant: '', materialGroup: '' }
  if (companyCode === '') return [everywhere]
  const ofCompany = { ...everywhere, companyCode }
  if (plant === '') return [ofCompany, everywhere]
  const ofPlant = { ...ofCompany, plant }
  const wider = [ofPlant, ofCompany, everywhere]
  return materialGroup === '' ? wider : [{ ...ofPlant, materialGroup }, ...wider]
}
