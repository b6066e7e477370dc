import type { PurchaseContract } from '../erp/mirrors/purchase-contracts.ts'
import type { Transaction } from '../platform/database/database.ts'
import { tellContracts } from './order-changes.ts'

/** Writes contracts of a company as the ERP has them, in one statement, and tells who watches what calls them off. */
export async function storeContracts(
  tx: Transaction,
  companyCode: string,
  contracts: readonly Omit<PurchaseContract, 'changedAt'>[],
): Promise<void> {
  const own = contracts.filter((contract) => contract.companyCode === companyCode)
  if (own.length === 0) return
  await tx.query(
    `insert into purchase_contract as c (company_code, contract_no, supplier_no, valid_from, valid_to, is_deleted, synced_at)
     select $1, x."contractNo", x."supplierNo", x."validFrom", x."validTo", x."isDeleted", $3::timestamptz
     from json_to_recordset($2::json) as x ("contractNo" text, "supplierNo" text, "validFrom" date, "validTo" date,
       "isDeleted" boolean)
     order by x."contractNo"
     on conflict (company_code, contract_no) do update set supplier_no = excluded.supplier_no,
       valid_from = excluded.valid_from, valid_to = excluded.valid_to, is_deleted = excluded.is_deleted, synced_at = excluded.synced_at`,
    [companyCode, JSON.stringify(own), new Date()],
  )
  await tellContracts(tx, companyCode)
}
