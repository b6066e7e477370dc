import type { Database } from '../database.ts'
import { defineEntitySets } from '../protocol/service.ts'
import type { EntitySet } from '../protocol/service.ts'

export const accountingServiceName = 'API_OPLACCTGDOCITEMCUBE_SRV'
export const accountingItemTable = `${accountingServiceName}.A_OperationalAcctgDocItemCube`

/**
 * A view of a customer over I_MaterialDocumentItem_2, whose TotalGoodsMvtAmtInCCCrcy (MSEG-DMBTR) API_MATERIAL_DOCUMENT_SRV
 * does not have. SAP publishes such a view NAME as the service NAME_CDS with the set NAME.
 */
const goodsMovementView = 'YY1_GOODSMOVEMENTITEM'
export const goodsMovementServiceName = `${goodsMovementView}_CDS`
export const goodsMovementViewTable = `${goodsMovementServiceName}.${goodsMovementView}`

/** The columns of journal entry items (BSEG) that say what goods movements were worth. */
export function defineAccountingSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, accountingServiceName, [
    {
      name: 'A_OperationalAcctgDocItemCube',
      keyCount: 4,
      properties: `CompanyCode 4u, FiscalYear 4n, AccountingDocument 10a, AccountingDocumentItem 3n,
        AccountingDocumentType 2u, PostingDate date, ReferenceDocumentType 5u, OriginalReferenceDocument 20u,
        TransactionTypeDetermination 3u, DebitCreditCode 1u, Material 40a, Plant 4u, Quantity 13.3, BaseUnit 3,
        PurchasingDocument 10a, PurchasingDocumentItem 5n, AmountInCompanyCodeCurrency 23.2, CompanyCodeCurrency 5`,
      indexed: ['OriginalReferenceDocument'],
      padDecimals: true,
    },
  ])
}

export function defineGoodsMovementView(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, goodsMovementServiceName, [
    {
      name: goodsMovementView,
      keyCount: 3,
      properties: `MaterialDocumentYear 4n, MaterialDocument 10u, MaterialDocumentItem 4n,
        TotalGoodsMvtAmtInCCCrcy 13.2, CompanyCodeCurrency 5`,
      indexed: ['MaterialDocument'],
      padDecimals: true,
    },
  ])
}
