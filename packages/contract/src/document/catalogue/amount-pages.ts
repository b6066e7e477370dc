import { cataloguePage } from './page-catalogue.ts'

/**
 * Which pages a page with amounts (role code …JE, group 金额管理) opens the amounts of. A document type, query or master
 * that has one of the pages on the right shows its amounts to the holders of the role of the page on the left, and to
 * nobody else. The role codes alone do not pair them: `DHJLCXJE` is about 到货记录查询, whose own code is `DHJLCHX`.
 *
 * A subject without a page with amounts of its own is listed where its values end up: the price of an order in the
 * receipts, opening stock and the months' values in the stock. Pages of variants of a document type (cross-company,
 * urgent) need no entry: amounts are opened for the type.
 */
const openedBy: Readonly<Record<string, readonly string[]>> = {
  '/priceManage/arrivalRecordAmount': [
    '/receive/receiveRecordRow',
    '/dataCenter/purchaseOrderSearch',
  ],
  '/priceManage/outboundRecordAmount': ['/shippingManagement/outRecode'],
  '/priceManage/dumpAmount': ['/dump/dumpFormSearch'],
  '/priceManage/cancelStocksAmount': [
    '/cancelStocks/cancelStocksSearch',
    '/cancelStocks/cancelStocks1Search',
  ],
  '/priceManage/returnGoodsAmount': ['/returnGoods/returnGoodsSearch'],
  '/priceManage/freezeAmount': ['/freeze/freezeRecordSearch'],
  '/priceManage/scrapAmount': ['/scrapRecord/scrapRecordSearch'],
  '/priceManage/stockAmount': [
    '/Stock/stockSearch',
    '/Stock/stockInitialization',
    '/reportForms/periodStockHistory',
  ],
  '/SafeStock/safeStockPrice': ['/SafeStock/safeStockSearch'],
}

/** Paths of the pages with amounts. */
export const amountPages: readonly string[] = Object.keys(openedBy)

/** Role codes that open the amounts of whatever has one of these pages; none for what no page shows with amounts. */
export function amountRolesOfPages(paths: readonly string[]): readonly string[] {
  return amountPages
    .filter((page) => paths.includes(page) || openedBy[page]!.some((path) => paths.includes(path)))
    .map((page) => cataloguePage(page).role)
}

/** The pages a page with amounts opens. */
export function pagesOpenedBy(amountPage: string): readonly string[] {
  return openedBy[amountPage] ?? []
}
