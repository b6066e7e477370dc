import { proportionOfMoney, subtractMoney, sumMoney } from '@kufang/kernel/money.ts'
import { compareQuantity, sumQuantities } from '@kufang/kernel/quantity.ts'
import { withoutZeros } from './client/odata-text.ts'
import type { GoodsValue, SettledItem } from './posting-model.ts'
import type { DocumentItem, ErpDocument } from './s4/material-document.ts'

/**
 * The document with one item for each of ours, where the ERP has fewer for the same goods: a delivery and an inventory
 * document have one item for goods that lay in several bins. Their values are shares of what they are worth together.
 */
export function spreadItems(ours: readonly SettledItem[], document: ErpDocument): ErpDocument {
  const theirs = Map.groupBy(
    document.items.filter(({ isAutomatic }) => !isAutomatic),
    (item) =>
      goodsOf(item.movementType, item.materialNo, item.plant, item.batch || item.valuationType),
  )
  const items = [...document.items]
  const values = new Map(document.values?.byItem)
  for (const [goods, own] of Map.groupBy(ours, ourGoods)) {
    const group = theirs.get(goods) ?? []
    const [first] = group
    if (first === undefined || group.length >= own.length) continue
    const quantity = sumQuantities(own.map((item) => item.quantity))
    if (compareQuantity(quantity, sumQuantities(group.map((item) => item.baseQuantity))) !== 0)
      continue
    const known = group.map(({ itemNo }) => values.get(itemNo))
    items.splice(items.indexOf(first), 0, ...own.map((item, index) => part(first, item, index)))
    for (const item of group) {
      items.splice(items.indexOf(item), 1)
      values.delete(item.itemNo)
    }
    if (known.some((value) => value === undefined)) continue
    const shares = sharesOf(known as GoodsValue[], own, quantity)
    for (const [index, share] of shares.entries()) values.set(partNo(first, index), share)
  }
  return document.values === undefined
    ? { ...document, items }
    : { ...document, items, values: { ...document.values, byItem: values } }
}

/** Shares by quantity; the last takes what rounding leaves. */
function sharesOf(
  known: readonly GoodsValue[],
  own: readonly SettledItem[],
  quantity: string,
): GoodsValue[] {
  const [{ currency }] = known as [GoodsValue]
  const total = sumMoney(known.map(({ amount }) => amount))
  let rest = total
  return own.map((item, index) => {
    const isLast = index === own.length - 1
    const amount = isLast ? rest : proportionOfMoney(total, item.quantity, quantity)
    rest = subtractMoney(rest, amount)
    return { amount, currency }
  })
}

const partNo = (item: DocumentItem, index: number) => `${item.itemNo}.${index + 1}`

const part = (item: DocumentItem, { quantity }: SettledItem, index: number): DocumentItem => ({
  ...item,
  itemNo: partNo(item, index),
  baseQuantity: quantity,
  // Whose piece is in which bin only our own record says.
  serialNumbers: null,
})

const goodsOf = (movementType: string, material: string, plant: string, batch: string) =>
  [countedStock(movementType), withoutZeros(material), plant, batch].join('/')

/** Of differences of counts the kind of stock: 701 and 702, 703 and 704 … are about the same. */
const countedStock = (movementType: string): string =>
  /^70[1-8]$/.test(movementType) ? String(Math.ceil(Number(movementType.slice(2)) / 2)) : ''

function ourGoods({ movementType, materialNo, from, to }: SettledItem): string {
  const place = from ?? to
  return goodsOf(movementType, materialNo, place?.plant ?? '', place?.batch ?? '')
}
