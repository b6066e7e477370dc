import type { SpecialStockCode } from '@kufang/contract/document/declare/stock-words.ts'
import type { ClassTree } from '@kufang/contract/masters/material-class.ts'
import type { PreservationKind } from '@kufang/contract/masters/preservation-kind.ts'
import type { Logger } from 'pino'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays, compareDates, type LocalDate } from '@kufang/kernel/local-date.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { clock, systemDocuments } from '../document/public.ts'
import type { Database, Queryable, Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { treeOfClasses } from '../masters/public.ts'
import { readParameter } from '../system/public.ts'

// Makes a task for each row of the stock whose preservation is nearly due, and ends those whose goods are gone. It compares
// what lies in the bins with what was done, so it may run at any time, twice at once, and after a downtime.

/** What a run did. */
export interface KeptTasks {
  made: number
  lapsed: number
  /** Materials of which no task could be made, such as in a plant that is switched off. */
  refused: string[]
}

interface DueRow {
  plant: string
  storageLocation: string
  materialNo: string
  bin: string
  batch: string
  specialStock: SpecialStockCode
  specialStockReference: string
  kind: Exclude<PreservationKind, 'none'>
  intervalDays: number
  lastDoneOn: LocalDate | null
  dueOn: LocalDate
}

/**
 * What is done to materials and how often: what they say themselves, otherwise the nearest of the classes above them.
 * Nothing where either says that none is needed.
 */
const askedSql = ({ isPadded }: ClassTree): string => `
  said as materialized (
    select ${isPadded ? `regexp_replace(class_code, '(00)+$', '')` : 'class_code'} as prefix, preservation_kind,
      preservation_interval_days
    from material_class where preservation_kind <> '' and is_active),
  asked as materialized (
    select m.material_no, m.preservation_kind as kind, m.preservation_interval_days as interval_days
    from material m where m.preservation_kind not in ('', 'none')
    union all
    select m.material_no, c.preservation_kind, c.preservation_interval_days
    from material m
    cross join lateral (
      select s.preservation_kind, s.preservation_interval_days from said s
      where m.material_class like s.prefix || '%'
      order by length(s.prefix) desc limit 1) c
    where m.preservation_kind = '' and m.material_class <> '' and c.preservation_kind <> 'none')`

/**
 * Rows of a company's stock that are due until a day and have no task, the first due first. An interval begins with the last
 * task of the row (of a batch also in another bin), otherwise when the first of the goods came there.
 */
async function findDue(
  queryable: Queryable,
  companyCode: string,
  until: LocalDate,
): Promise<DueRow[]> {
  const asked = askedSql(await treeOfClasses(queryable))
  return queryable.query<DueRow>(
    `with ${asked}, lying as (
       select b.plant, b.storage_location, b.material_no, b.bin, b.batch, b.special_stock, b.special_stock_reference,
         a.kind, a.interval_days, b.key_id,
         (select max(h.done_on) from preservation_task_line l
          join preservation_task h on h.company_code = l.company_code and h.id = l.document_id and h.done_on is not null
            and h.preservation_kind = a.kind and h.plant = b.plant
          where l.company_code = $1 and l.material_no = b.material_no and coalesce(l.batch, '') = b.batch
            and (b.batch <> '' or (l.bin = b.bin and h.storage_location = b.storage_location))) as last_done_on
       from asked a
       join stock_balance b on b.company_code = $1 and b.material_no = a.material_no and b.has_stock and b.place = 'stock'
         and b.book = 'ERP' and b.stock_category = 'UU' and b.bin <> ''
       where not exists (
         select 1 as standing from preservation_task_line l
         join preservation_task h on h.company_code = l.company_code and h.id = l.document_id and h.state in ('draft', 'due')
         where l.company_code = $1 and l.material_no = b.material_no and l.bin = b.bin and coalesce(l.batch, '') = b.batch
           and h.plant = b.plant and h.storage_location = b.storage_location)),
     dated as (
       select l.*, (coalesce(l.last_done_on, (
           select (min(v.moved_at) at time zone $3)::date from stock_move v where v.company_code = $1 and v.to_key = l.key_id))
         + l.interval_days) as due_on
       from lying l)
     select plant, storage_location, material_no, bin, batch, special_stock, special_stock_reference, kind, interval_days,
       last_done_on, due_on
     from dated where due_on <= $2 order by due_on, plant, storage_location, bin, material_no, batch`,
    [companyCode, until, companyTimeZone],
  )
}

/** Makes and ends the tasks of a company; each is a transaction of its own, so that one that is refused stops no other. */
export async function keepPreservationTasks(
  database: Database,
  companyCode: string,
): Promise<KeptTasks> {
  const { today } = clock()
  const kept: KeptTasks = { made: 0, lapsed: await lapseTasks(database, companyCode), refused: [] }
  const lead = new Map<string, number>()
  for (const row of await findDue(database, companyCode, addDays(today, leadMax))) {
    let days = lead.get(row.plant)
    if (days === undefined) {
      // oxlint-disable-next-line no-await-in-loop -- a company has few plants, and each is read once
      days = await readParameter(database, 'preservation.leadDays', {
        companyCode,
        plant: row.plant,
      })
      lead.set(row.plant, days)
    }
    if (compareDates(row.dueOn, addDays(today, days)) > 0) continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- each is a transaction of its own
      await database.transaction((tx) => makeTask(tx, companyCode, row, today))
      kept.made += 1
    } catch (error) {
      if (!isRefusal(error)) throw error
      kept.refused.push(row.materialNo)
    }
  }
  return kept
}

/** The maximum of `preservation.leadDays`. */
const leadMax = 60

async function makeTask(
  tx: Transaction,
  companyCode: string,
  row: DueRow,
  today: LocalDate,
): Promise<void> {
  // Two runs at once would make it twice; the second one is refused by what the first has made.
  await tx.query(`select pg_advisory_xact_lock(hashtext('preservation-task ' || $1))`, [
    companyCode,
  ])
  const documents = systemDocuments(tx, systemSession([companyCode], newId()), clock())
  const { plant, storageLocation, materialNo, bin, batch, kind, intervalDays, lastDoneOn } = row
  const { id } = await documents.create('preservation-task', {
    companyCode,
    header: {
      plant,
      storageLocation,
      preservationKind: kind,
      // What should have been done before the interval was set is due at once.
      dueDate: compareDates(row.dueOn, today) < 0 ? today : row.dueOn,
      intervalDays,
      lastDoneOn,
    },
    lines: [
      {
        materialNo,
        bin,
        ...(batch !== '' && { batch }),
        ...(row.specialStock !== '' && {
          specialStock: row.specialStock,
          specialStockReference: row.specialStockReference,
        }),
      },
    ],
  })
  await documents.act('preservation-task', companyCode, id, 'plan')
}

/** Ends the tasks of which nothing lies in the bin any more; goods that moved get a task where they are. */
async function lapseTasks(database: Database, companyCode: string): Promise<number> {
  const gone = await database.query<{ id: string }>(
    `select h.id from preservation_task h
     join preservation_task_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = $1 and h.state = 'due' and not exists (
       select 1 as lying from stock_balance b where b.company_code = $1 and b.material_no = l.material_no and b.plant = h.plant
         and b.storage_location = h.storage_location and b.bin = l.bin and b.batch = coalesce(l.batch, '') and b.has_stock
         and b.place = 'stock')
     order by h.id`,
    [companyCode],
  )
  for (const { id } of gone)
    // oxlint-disable-next-line no-await-in-loop -- each is a transaction of its own
    await database.transaction(async (tx) => {
      const [standing] = await tx.query(
        `select 1 as standing from preservation_task where company_code = $1 and id = $2 and state = 'due' for update`,
        [companyCode, id],
      )
      if (standing === undefined) return
      const documents = systemDocuments(tx, systemSession([companyCode], newId()), clock())
      await documents.act('preservation-task', companyCode, id, 'lapse')
    })
  return gone.length
}

/** Makes and ends the tasks of every company: every night. */
export async function keepAllPreservationTasks(
  database: Database,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company where is_active order by company_code',
  )
  for (const { companyCode } of companies) {
    // oxlint-disable-next-line no-await-in-loop -- one company after the other
    const { made, lapsed, refused } = await keepPreservationTasks(database, companyCode)
    if (made > 0 || lapsed > 0) log.info({ companyCode, made, lapsed }, 'preservation tasks kept')
    if (refused.length > 0)
      log.warn({ companyCode, materials: refused }, 'preservation tasks could not be made')
  }
}
