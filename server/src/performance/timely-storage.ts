import { timelyStorageQuery } from '@kufang/contract/performance/timely-storage-query.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { confirmationDays, daysMax } from './due-days.ts'
import { dueLines, inTime, stands } from './due-lines.ts'
import type { RecordedFigure } from './record-figure.ts'

/** 入库及时率一, as its closed months are recorded. */
export const timelyStorage: RecordedFigure = {
  name: timelyStorageQuery.name,
  async readBeginning(queryable, companyCode) {
    const row = firstOf(
      await queryable.query<{ confirmedAt: string | null }>(
        `select min(act_at(acts, 'confirm')) as confirmed_at from arrival where company_code = $1`,
        [companyCode],
      ),
    )
    return row.confirmedAt
  },
  async readReach(queryable) {
    const row = firstOf(await queryable.query<{ days: number }>(`select ${daysMax} as days`))
    return row.days
  },
  async readLines(queryable, { companyCode, firstDay, lastDay }, bind) {
    // Values: Citus reads no settings of the coordinator while it inserts on the machine of the company.
    const days = await queryable.query<{ beginsAt: string; endsAt: string; dueOn: string }>(
      `select begins_at, ends_at, due_on::text from ${confirmationDays(
        `(select $1::text as company_code, $2::date as first_day, $3::date as last_day, null::date as opens_on)`,
      )} d order by 1`,
      [companyCode, firstDay, lastDay],
    )
    // An array of unknown length, of which few elements are expected: the arrivals of a day are then found by their index.
    const of = (name: 'beginsAt' | 'endsAt' | 'dueOn', type: string) =>
      `array(select unnest(${bind(days.map((day) => day[name]))}::${type}[]))`
    const confirmed = `(select $1::text as company_code, null::date as opens_on, begins_at, ends_at, due_on,
      null::text as month, null::boolean as is_past
      from unnest(${of('beginsAt', 'timestamptz')}, ${of('endsAt', 'timestamptz')}, ${of('dueOn', 'date')})
        as day (begins_at, ends_at, due_on))`
    return `(select x.company_code, x.id as document_id, x.line_no, x.doc_no as document_no, x.plant, x.storage_location,
      x.material_group, x.supplier_no, x.material_no, x.description, x.quantity, x.unit, x.confirmed_at as started_at,
      x.due_on, x.reviewed_at as done_at,
      ${stands} as counts, ${inTime('x.reviewed_at', 'x.due_on')} as meets
      from ${dueLines(confirmed)} x)`
  },
}
