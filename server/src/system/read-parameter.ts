import {
  businessParameters,
  isParameterValue,
} from '@kufang/contract/system/business-parameters.ts'
import type { ParameterName, ParameterValue } from '@kufang/contract/system/business-parameters.ts'
import type { AnyParameter } from '@kufang/contract/system/parameter-kinds.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../platform/database/database.ts'
import { cachedParameters } from './parameter-cache.ts'
import type { ParameterPlace } from './parameter-rows.ts'
import { readStoredParameters, resolveParameter } from './parameter-rows.ts'

/**
 * The current value of a business parameter at a place: that of the material group in the plant, else the plant's, else the company's, else the general one, else the
 * declared default. Queries the database only while the process has no cache.
 */
export async function readParameter<Name extends ParameterName>(
  queryable: Queryable,
  name: Name,
  place: ParameterPlace,
): Promise<ParameterValue<Name>> {
  return (await parameterReader(queryable, name))(place)
}

/** Whether a parameter has this value anywhere, from whenever on, with at most one query. */
export async function isParameterValueUsed<Name extends ParameterName>(
  queryable: Queryable,
  name: Name,
  value: ParameterValue<Name>,
): Promise<boolean> {
  const rows = cachedParameters(queryable) ?? (await readStoredParameters(queryable, name))
  return (
    businessParameters[name].default === value ||
    rows.some((row) => row.name === name && row.value === value)
  )
}

/** Reads a parameter for several places, such as for the goods of each line, with at most one query. */
export async function parameterReader<Name extends ParameterName>(
  queryable: Queryable,
  name: Name,
): Promise<(place: ParameterPlace) => ParameterValue<Name>> {
  const rows = cachedParameters(queryable) ?? (await readStoredParameters(queryable, name))
  const declaration: AnyParameter = businessParameters[name]
  return (place) => {
    const value = resolveParameter(rows, name, place, companyToday()) ?? declaration.default
    if (!isParameterValue(declaration, value))
      throw new Error(
        `business parameter ${name} holds ${JSON.stringify(value)}, which its declaration does not allow`,
      )
    return value as ParameterValue<Name>
  }
}
