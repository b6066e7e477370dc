import type { Transaction } from '../database.ts'
import { normalizeText } from '../protocol/edm.ts'
import type { SeedPurchaseContract } from '../seed.ts'
import { upsert } from '../upsert.ts'
import { purchaseContractTables } from './purchase-contract-sets.ts'

/** Upserts a contract; changes its timestamp only if anything differs. */
export function seedPurchaseContract(
  transaction: Transaction,
  { purchaseContract, companyCode, supplier, validFrom, validTo }: SeedPurchaseContract,
): void {
  const number = normalizeText('alpha', purchaseContract)
  const isChanged = upsert(transaction, purchaseContractTables.contract, [number], {
    PurchaseContract: number,
    PurchaseContractType: 'MK',
    CompanyCode: companyCode,
    Supplier: normalizeText('alpha', supplier),
    PurchasingOrganization: companyCode,
    ValidityStartDate: validFrom,
    ValidityEndDate: validTo,
  })
  if (!isChanged) return
  transaction.put(purchaseContractTables.contract, {
    CreationDate: validFrom,
    CreatedByUser: 'PURCHASER',
    ...transaction.get(purchaseContractTables.contract, number),
    PurchaseContract: number,
    LastChangeDateTime: transaction.moment,
  })
}
