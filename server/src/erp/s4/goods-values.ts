import {
  compareMoney,
  multiplyMoney,
  parseMoney,
  proportionOfMoney,
  zeroMoney,
} from '@kufang/kernel/money.ts'
import type { Money } from '@kufang/kernel/money.ts'
import { compareQuantity, parseQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { CallOptions, Entity, ODataClient } from '../client/odata-client.ts'
import { keyPath, textLiteral, withoutZeros } from '../client/odata-text.ts'
import type { GoodsValue, GoodsValues } from '../posting-model.ts'
import type { DocumentItem, ErpDocument } from './material-document.ts'

type ItemValues = GoodsValues['byItem']

type Call = Pick<CallOptions, 'onExchange' | 'signal' | 'headers'>

/**
 * The transactions (KTOSL) whose lines say what the goods of an item are worth: the stock account, else the account that a
 * receipt is assigned to, else its offset.
 */
const goodsTransactions = ['BSX', 'KBS', 'GBB'] as const
/** Of a consignor's goods: what is owed to him. The stock line of such an item is that of own goods of the same material. */
const consignmentTransactions: readonly string[] = ['KON']

/**
 * From the accounting documents of a material document (API_OPLACCTGDOCITEMCUBE_SRV, reference MKPF). Their lines do not
 * name the item, so each item takes the next line of its material, plant and quantity.
 */
export async function valuesOfAccounting(
  client: ODataClient,
  document: ErpDocument,
  call: Call,
): Promise<ItemValues> {
  const reference = `${document.materialDocument}${document.year}`
  const rows = await client.getAll('A_OperationalAcctgDocItemCube', {
    ...call,
    operation: 'read-value',
    query: {
      $filter: `ReferenceDocumentType eq 'MKPF' and OriginalReferenceDocument eq ${textLiteral(reference)}`,
      $orderby: 'CompanyCode,FiscalYear,AccountingDocument,AccountingDocumentItem',
    },
  })
  const values = new Map<string, GoodsValue>()
  const free = [...rows]
  for (const item of document.items.filter(({ isAutomatic }) => !isAutomatic)) {
    const line = (item.specialStock === 'K' ? consignmentTransactions : goodsTransactions)
      .map((transaction) => takeLine(free, transaction, item))
      .find((found) => found !== undefined)
    if (line === undefined) continue
    values.set(item.itemNo, {
      amount: absolute(text(line.AmountInCompanyCodeCurrency)),
      currency: text(line.CompanyCodeCurrency),
    })
  }
  return values
}

function takeLine(free: Entity[], transaction: string, item: DocumentItem): Entity | undefined {
  const index = free.findIndex(
    (row) =>
      text(row.TransactionTypeDetermination) === transaction &&
      withoutZeros(text(row.Material)) === item.materialNo &&
      text(row.Plant) === item.plant &&
      compareQuantity(unsigned(text(row.Quantity)), item.baseQuantity) === 0,
  )
  return index < 0 ? undefined : free.splice(index, 1)[0]
}

/**
 * From a view of the customer over I_MaterialDocumentItem_2 with TotalGoodsMvtAmtInCCCrcy (DMBTR). SAP publishes a view NAME
 * as the service NAME_CDS with the set NAME.
 */
export async function valuesOfView(
  client: ODataClient,
  document: ErpDocument,
  call: Call,
): Promise<ItemValues> {
  const service = client.settings.serviceUrl.split('/').at(-1) ?? ''
  const rows = await client.getAll(service.replace(/_CDS$/, ''), {
    ...call,
    operation: 'read-value',
    query: {
      $filter: `MaterialDocumentYear eq ${textLiteral(document.year)} and MaterialDocument eq ${textLiteral(document.materialDocument)}`,
      $orderby: 'MaterialDocumentItem',
    },
  })
  const byItem = new Map(rows.map((row) => [withoutZeros(text(row.MaterialDocumentItem)), row]))
  return new Map(
    document.items.flatMap((item) => {
      const row = byItem.get(withoutZeros(item.itemNo))
      const amount = text(row?.TotalGoodsMvtAmtInCCCrcy)
      return amount === ''
        ? []
        : [[item.itemNo, { amount: absolute(amount), currency: text(row?.CompanyCodeCurrency) }]]
    }),
  )
}

/** Quantity times the valuation price of the plant (API_PRODUCT_SRV); unknown without a price. */
export async function valuesOfPrice(
  client: ODataClient,
  document: ErpDocument,
  call: Call,
): Promise<ItemValues> {
  const prices = new Map<string, Entity | undefined>()
  const values = new Map<string, GoodsValue>()
  for (const item of document.items.filter(({ isAutomatic }) => !isAutomatic)) {
    const path = keyPath('A_ProductValuation', {
      Product: item.materialNo,
      ValuationArea: item.plant,
      ValuationType: item.valuationType,
    })
    if (!prices.has(path))
      prices.set(path, await client.getEntity(path, { ...call, operation: 'read-value' }))
    const row = prices.get(path)
    const isStandard = text(row?.InventoryValuationProcedure) === 'S'
    const price = text(isStandard ? row?.StandardPrice : row?.MovingAveragePrice) || '0'
    if (row === undefined || Number(price) <= 0) continue
    const per = text(row.PriceUnitQty) || '1'
    const amount = multiplyMoney(price, item.baseQuantity)
    values.set(item.itemNo, {
      amount: Number(per) > 1 ? proportionOfMoney(amount, '1', per) : amount,
      currency: text(row.Currency),
    })
  }
  return values
}

const unsigned = (quantity: string): Quantity => parseQuantity((quantity || '0').replace('-', ''))

function absolute(amount: string): Money {
  const money = parseMoney(amount)
  return compareMoney(money, zeroMoney) < 0 ? parseMoney(amount.replace('-', '')) : money
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
