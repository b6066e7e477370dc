import type { Queryable } from '../platform/database/database.ts'
import { validOn } from './master-table.ts'

/** A contract of a construction unit, and whether it counts on the day that was asked for. */
export interface ConstructionContract {
  contractNo: string
  contractor: string
  isValid: boolean
}

/** The contracts that have this number, or belong to this contractor; valid ones first, at most 20. */
export async function contractsOf(
  queryable: Queryable,
  companyCode: string,
  { contractNo, contractor }: { contractNo: string; contractor: string },
  day: string,
): Promise<ConstructionContract[]> {
  return queryable.query<ConstructionContract>(
    `select contract_no, contractor, is_active and ${validOn('c', '$4::date')} as is_valid
     from construction_contract c
     where company_code = $1 and (contract_no = $2 or contractor = $3)
     order by is_valid desc, contract_no limit 20`,
    [companyCode, contractNo, contractor, day],
  )
}
