import type { Database } from '../database.ts'
import { defineEntitySets } from '../protocol/service.ts'
import type { EntitySet, EntitySetDeclaration } from '../protocol/service.ts'

export const purchaseContractServiceName = 'API_PURCHASECONTRACT_PROCESS_SRV'

export const purchaseContractTables = {
  contract: `${purchaseContractServiceName}.A_PurchaseContract`,
} as const

/** Headers only: orders refer to an item of a contract, and its validity is that of the header. */
const declarations: readonly EntitySetDeclaration[] = [
  {
    name: 'A_PurchaseContract',
    keyCount: 1,
    properties: `PurchaseContract 10a, PurchaseContractType 4u, CompanyCode 4u,
      PurchasingDocumentDeletionCode 1u, CreationDate date, CreatedByUser 12u, Supplier 10a,
      PurchasingOrganization 4u, PurchasingGroup 3u, PaymentTerms 4u, CashDiscount1Days 3.0,
      CashDiscount2Days 3.0, NetPaymentDays 3.0, CashDiscount1Percent 5.3,
      CashDiscount2Percent 5.3, DocumentCurrency 5, ExchangeRate 12, ExchangeRateIsFixed boolean,
      ValidityStartDate date, ValidityEndDate date, QuotationSubmissionDate date,
      CorrespncExternalReference 12, SupplierQuotation 10u, SupplierRespSalesPersonName 30,
      SupplierPhoneNumber 16, SupplyingSupplier 10a, IncotermsClassification 3u,
      IncotermsTransferLocation 28, PurchaseContractTargetAmount 16.3, InvoicingParty 10a,
      CorrespncInternalReference 12, ReleaseCode 1u, IncotermsVersion 4u, IncotermsLocation1 70,
      IncotermsLocation2 70, IsEndOfPurposeBlocked 1u, LastChangeDateTime timestamp,
      PurchasingProcessingStatus 2u, PurchasingProcessingStatusName 60,
      PurgContractIsInPreparation boolean`,
    indexed: ['Supplier'],
    abilities: ['create', 'update', 'delete'],
    versionColumn: 'LastChangeDateTime',
  },
]

export function definePurchaseContractSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, purchaseContractServiceName, declarations)
}
