import type { Scope } from '../../platform/session/session.ts'
import { createParameters } from '../parameters.ts'
import type { Parameters } from '../parameters.ts'

/** The company condition; a single company uses equality, so that the index order is preserved. */
export function companyCondition(
  alias: string,
  companyCodes: readonly string[],
  parameters: Parameters,
): string {
  return companyCodes.length === 1
    ? `${alias}.company_code = ${parameters.add(companyCodes[0])}`
    : `${alias}.company_code = any(${parameters.add(companyCodes)}::text[])`
}

/**
 * A person's data scope as a SQL condition on an alias of `stock_balance`, enforced by the server. A supplier sees only
 * its own consignment stock. `keyAlias` is a joined `stock_key` if its indexes should be used.
 */
export function buildScopeCondition(
  scope: Scope,
  alias: string,
  parameters: Parameters,
  keyAlias: string = alias,
): string {
  const company = companyCondition(keyAlias, scope.companyCodes, parameters)
  return `${company} and ${scopeWithinCompanies(scope, alias, parameters, keyAlias)}`
}

/** The same without the company condition, for lists that are read company by company in index order. */
export function scopeWithinCompanies(
  scope: Scope,
  alias: string,
  parameters: Parameters,
  keyAlias: string = alias,
): string {
  const conditions = ['true']
  if (scope.plants !== null)
    conditions.push(`${keyAlias}.plant = any(${parameters.add(scope.plants)}::text[])`)
  if (scope.storageLocations !== null) {
    const pairs = scope.storageLocations.map((pair) => {
      const slash = pair.indexOf('/')
      return { plant: pair.slice(0, slash), storageLocation: pair.slice(slash + 1) }
    })
    conditions.push(
      `(${keyAlias}.plant, ${keyAlias}.storage_location) in (select * from unnest(${parameters.add(
        pairs.map((pair) => pair.plant),
      )}::text[], ${parameters.add(pairs.map((pair) => pair.storageLocation))}::text[]))`,
    )
  }
  if (scope.materialGroups !== null)
    conditions.push(
      `${alias}.material_group = any(${parameters.add(scope.materialGroups)}::text[])`,
    )
  if (scope.supplierNo !== null)
    conditions.push(
      `${keyAlias}.special_stock = 'K' and ${keyAlias}.special_stock_reference = ${parameters.add(scope.supplierNo)}`,
    )
  return conditions.join(' and ')
}

/**
 * The same for a declared query of another area on rows of the stock, with its own values: `alias` has plant, storage
 * location and special stock, `groupAlias` the material group.
 */
export function stockScope(
  scope: Scope,
  alias: string,
  groupAlias: string,
): { sql: string; values: unknown[] } {
  const parameters = createParameters()
  const sql = scopeWithinCompanies(scope, groupAlias, parameters, alias)
  return { sql, values: parameters.values }
}
