import { cataloguePage } from './page-catalogue.ts'

/**
 * Maps each page with amounts (role code …JE, group 金额管理) to the pages whose amounts its role makes visible. A document
 * type, query or master with one of the pages on the right shows its amounts only to holders of the role of the page on
 * the left. Role codes cannot be paired by name: `DHJLCXJE` belongs to 到货记录查询, whose own code is `DHJLCHX`.
 *
 * A subject without its own page with amounts is listed under the page that shows the resulting values: order prices
 * under receipts; initial stock, monthly values and differences of counts under stock. Variant pages of a document type
 * (cross-company, urgent) need no entry, because amounts are opened per type.
 */
const openedBy: Readonly<Record<string, readonly string[]>> = {
  '/priceManage/arrivalRecordAmount': [
    '/receive/receiveRecordRow',
    '/dataCenter/purchaseOrderSearch',
    '/dataCenter/purchaseRequestSearch',
    '/outWarehouseCross/associatedReceiveRecordQueryCross',
    '/overdueManage/overdueSearch',
  ],
  '/priceManage/outboundRecordAmount': [
    '/shippingManagement/outRecode',
    '/deliverManager/consignmentDrawn',
    '/outWarehouseCross/outWarehousePickUpCross',
  ],
  '/priceManage/dumpAmount': ['/dump/dumpFormSearch'],
  '/priceManage/cancelStocksAmount': [
    '/cancelStocks/cancelStocksSearch',
    '/cancelStocks/cancelStocks1Search',
  ],
  '/priceManage/returnGoodsAmount': ['/returnGoods/returnGoodsSearch'],
  '/priceManage/freezeAmount': ['/freeze/freezeRecordSearch'],
  '/priceManage/scrapAmount': [
    '/scrapRecord/scrapRecordSearch',
    '/preQualityInspectionNotice/preUnqualifiedProductsQuery',
  ],
  '/priceManage/stockAmount': [
    '/Stock/stockSearch',
    '/Stock/stockInitialization',
    '/Stock/stockAdjust',
    '/reportForms/periodStockHistory',
    '/checkForm/checkFormSearch',
  ],
  '/SafeStock/safeStockPrice': ['/SafeStock/safeStockSearch', '/SafeStock/safeStockEdit'],
}

/** The paths of the pages with amounts. */
export const amountPages: readonly string[] = Object.keys(openedBy)

/** Role codes that make the amounts of a subject with one of these pages visible; empty if there are none. */
export function amountRolesOfPages(paths: readonly string[]): readonly string[] {
  return amountPages
    .filter((page) => paths.includes(page) || openedBy[page]!.some((path) => paths.includes(path)))
    .map((page) => cataloguePage(page).role)
}

/** The pages whose amounts a page with amounts makes visible. */
export function pagesOpenedBy(amountPage: string): readonly string[] {
  return openedBy[amountPage] ?? []
}
