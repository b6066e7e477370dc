import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { announceExpiry, type ExpiringStock } from '../messages/public.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'

const freezePage = '/freeze/stockFreeze'

/** After how many days it is asked for again that expired stock be frozen. */
const repeatedAfterDays = 7

/**
 * Proposes to freeze unrestricted stock whose batch has expired, again every week as long as it lies there, and warns some days
 * before (`stock.expiryWarningDays`), once. What is frozen, or lies in a held place or batch, is nobody's work any more.
 * @returns how many notices were due
 */
export async function proposeExpired(
  database: Database,
  today: LocalDate = companyToday(),
): Promise<number> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company order by company_code',
  )
  let count = 0
  for (const { companyCode } of companies)
    // oxlint-disable-next-line no-await-in-loop -- a transaction for each company
    count += await database.transaction((tx) => proposeIn(tx, companyCode, today))
  return count
}

/** What has expired leads to a freeze of its rows, what will to the rows themselves. */
function linkTo({ isExpired, plant, storageLocation, materialNo, batch }: ExpiringStock): string {
  const goods = Object.entries({ plant, storageLocation, materialNo, batch })
  const filters = goods.map(([field, value]) => [`by.${field}`, value])
  return isExpired
    ? `${freezePage}?${new URLSearchParams([['list', 'freeze-order'], ...filters])}`
    : `/Stock/stockSearch?${new URLSearchParams(filters)}`
}

async function proposeIn(tx: Transaction, companyCode: string, today: LocalDate): Promise<number> {
  const days = Number(await readParameter(tx, 'stock.expiryWarningDays', { companyCode }))
  const found = await tx.query<ExpiringStock & { [name: string]: unknown }>(
    `select t.company_code, b.plant, b.storage_location, t.material_no, t.batch, sum(b.quantity - b.frozen) as quantity, m.unit,
       t.expiry_date as expires_on, t.expiry_date < $2::date as is_expired
     from batch t
     join stock_balance b on b.company_code = $1 and b.material_no = t.material_no and b.batch = t.batch
       and b.has_stock and b.place = 'stock' and b.stock_category = 'UU' and not b.is_held and b.quantity > b.frozen
     join material m on m.material_no = t.material_no
     where t.company_code = $1 and t.expiry_date <= $3::date
       and (t.expiry_noticed_of is distinct from t.expiry_date
         or t.expiry_date < $2::date and (t.expiry_noticed_on <= t.expiry_date or t.expiry_noticed_on <= $4::date))
     group by t.company_code, t.material_no, t.batch, b.plant, b.storage_location, m.unit
     order by t.material_no, t.batch, b.plant, b.storage_location`,
    [companyCode, today, addDays(today, days), addDays(today, -repeatedAfterDays)],
  )
  if (found.length === 0) return 0
  await tx.query(
    `update batch set expiry_noticed_on = $2, expiry_noticed_of = expiry_date
     where company_code = $1 and (material_no, batch) in (select * from unnest($3::text[], $4::text[]))`,
    [
      companyCode,
      today,
      found.map(({ materialNo }) => materialNo),
      found.map(({ batch }) => batch),
    ],
  )
  for (const stock of found)
    // oxlint-disable-next-line no-await-in-loop -- a message for each storage location of a batch
    await announceExpiry(tx, stock, {
      role: cataloguePage(freezePage).role,
      handleUrl: linkTo(stock),
    })
  return found.length
}
