import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { ConsignmentPrice } from './mirrors/consignment-prices.ts'

/** Goods of a supplier in a plant. */
export interface ConsignedGoods {
  supplierNo: string
  materialNo: string
  plant: string
}

/** Replaces the consignment prices of a company by those that the ERP has. */
export async function storeConsignmentPrices(
  tx: Transaction,
  companyCode: string,
  prices: readonly ConsignmentPrice[],
): Promise<void> {
  const readAt = new Date()
  await tx.query(
    `insert into erp_consignment_price as p (company_code, supplier_no, material_no, plant, purchasing_organization, price,
       price_quantity, unit, currency, valid_to, synced_at)
     select $1, x."supplierNo", x."materialNo", x.plant, x."purchasingOrganization", x.price, x."priceQuantity", x.unit,
       x.currency, x."validTo", $3::timestamptz
     from json_to_recordset($2::json) as x ("supplierNo" text, "materialNo" text, plant text, "purchasingOrganization" text,
       price numeric, "priceQuantity" numeric, unit text, currency text, "validTo" date)
     order by x."supplierNo", x."materialNo", x.plant, x."purchasingOrganization"
     on conflict (company_code, supplier_no, material_no, plant, purchasing_organization) do update set
       price = excluded.price, price_quantity = excluded.price_quantity, unit = excluded.unit,
       currency = excluded.currency, valid_to = excluded.valid_to, synced_at = excluded.synced_at`,
    [companyCode, JSON.stringify(prices), readAt],
  )
  await tx.query(
    'delete from erp_consignment_price where company_code = $1 and synced_at <> $2::timestamptz',
    [companyCode, readAt],
  )
}

/**
 * Which of these goods have no consignment price that is valid on a day, by position; none while the prices of the company
 * have never been read, or are not read any more: then nobody would notice a new one. A price for all plants counts for each: which organisation buys for a plant is not read.
 */
export async function withoutConsignmentPrice(
  queryable: Queryable,
  companyCode: string,
  goods: readonly ConsignedGoods[],
  today: LocalDate,
): Promise<number[]> {
  if (goods.length === 0) return []
  const [read] = await queryable.query(
    `select from erp_sync_state where company_code = $1 and interface_code = 'consignment-price' and last_succeeded_at is not null
       and (select i.is_on from erp_interface i where i.interface_code = 'consignment-price' and i.company_code in ('', $1)
         order by i.company_code desc limit 1)`,
    [companyCode],
  )
  if (read === undefined) return []
  const prices = await queryable.query<ConsignedGoods>(
    `select supplier_no, material_no, plant from erp_consignment_price
     where company_code = $1 and (supplier_no, material_no) in (select * from unnest($2::text[], $3::text[]))
       and (valid_to is null or valid_to >= $4::date)`,
    [
      companyCode,
      goods.map(({ supplierNo }) => supplierNo),
      goods.map(({ materialNo }) => materialNo),
      today,
    ],
  )
  const priced = new Set(prices.map((price) => keyOf(price, price.plant)))
  return goods.flatMap((one, position) =>
    priced.has(keyOf(one, one.plant)) || priced.has(keyOf(one, '')) ? [] : [position],
  )
}

const keyOf = ({ supplierNo, materialNo }: ConsignedGoods, plant: string): string =>
  [supplierNo, materialNo, plant].join('/')
