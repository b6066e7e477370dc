import { companyTimeZone } from '@kufang/kernel/company-day.ts'

/** Whether something was done by its last day, which is a column too. */
export const inTime = (doneAt: string, dueOn: string) =>
  `coalesce((${doneAt} at time zone '${companyTimeZone}')::date <= ${dueOn}, false)`

/** Whether the arrival still stands, so that its lines have to be reviewed. */
export const stands = `x.arrival_state in ('arrived', 'partlyReceived', 'received')`

/**
 * A query in parentheses: the lines of arrivals confirmed on given days, with the day by which their receipt has to be
 * reviewed. A line is reviewed once receipts that a second person reviewed cover its whole quantity; the last of them
 * counts. Arrivals that were reversed are among them (`arrival_state`).
 * @param days a query in parentheses, see `confirmationDays`
 */
export const dueLines = (days: string) => `(
    -- Computed once: where the planner expects one arrival, it would compute the days again for each line.
    with confirmed as materialized (select * from ${days} day)
    select h.company_code, h.id, l.line_no, h.doc_no, h.state as arrival_state, h.plant, h.storage_location,
      h.supplier_no, l.material_no, l.description, l.quantity, l.unit, l.material_group,
      (h.acts -> 'confirm' ->> 'at')::timestamptz as confirmed_at, d.opens_on, d.due_on, d.month, d.is_past,
      case when r.quantity >= l.quantity - l.closed_quantity then r.reviewed_at end as reviewed_at
    from confirmed d
    join arrival h on h.company_code = d.company_code and act_at(h.acts, 'confirm') >= d.begins_at
      and act_at(h.acts, 'confirm') < d.ends_at
    join arrival_line l on l.company_code = h.company_code and l.document_id = h.id
    -- Per arrival, whose lines mostly have the same receipts. A review that was taken back does not count.
    left join lateral (
      select v.item_line, sum(v.quantity) as quantity, max(v.at) as reviewed_at
      from (
        select y.item_line, sum(y.quantity) as quantity, max(y.at) filter (where y.quantity > 0) as at
        from item_history y
        where y.company_code = h.company_code and y.item_type = 'arrival' and y.item_id = h.id and y.event = 'reviewed'
        group by y.company_code, y.item_line, y.document_id, y.document_line having sum(y.quantity) > 0
      ) v group by v.item_line
    ) r on r.item_line = l.line_no
  )`

/** A line that counts at the moment: it was reviewed, or had to be. */
export const isDue = `(x.is_past or x.reviewed_at is not null)`
