-- Snapshots and the report of a month in the second unit. Null: the material has none.
alter table stock_snapshot add column second_quantity numeric(18,3) check (second_quantity >= 0);
alter table stock_period
  add column opening_second_quantity numeric(18,3),
  add column receipt_second_quantity numeric(18,3),
  add column transfer_in_second_quantity numeric(18,3),
  add column issue_second_quantity numeric(18,3),
  add column transfer_out_second_quantity numeric(18,3),
  add column adjustment_second_quantity numeric(18,3),
  add column closing_second_quantity numeric(18,3),
  add constraint stock_period_second check (opening_second_quantity + receipt_second_quantity + transfer_in_second_quantity
    - issue_second_quantity - transfer_out_second_quantity + adjustment_second_quantity = closing_second_quantity),
  add constraint stock_period_second_left check (opening_second_quantity >= 0 and closing_second_quantity >= 0);

-- As in 0757, with the second quantities behind the values.
drop function stock_period_between(text, timestamptz, timestamptz);
create function stock_period_between(company text, begins timestamptz, ends timestamptz)
returns table (
  material_no text, plant text, storage_location text, stock_category text, special_stock text,
  special_stock_reference text, book text,
  opening_quantity numeric, receipt_quantity numeric, transfer_in_quantity numeric, issue_quantity numeric,
  transfer_out_quantity numeric, adjustment_quantity numeric, closing_quantity numeric,
  opening_value numeric, receipt_value numeric, transfer_in_value numeric, issue_value numeric,
  transfer_out_value numeric, adjustment_value numeric, closing_value numeric,
  opening_second_quantity numeric, receipt_second_quantity numeric, transfer_in_second_quantity numeric,
  issue_second_quantity numeric, transfer_out_second_quantity numeric, adjustment_second_quantity numeric,
  closing_second_quantity numeric)
language sql stable as $$
  with base as (
    select month, ends_at from stock_snapshot_month
    where company_code = company and ends_at <= begins order by ends_at desc limit 1
  ), moved as (
    select m.material_no, m.from_key, m.to_key, m.reverses is not null as is_reversal, m.moved_at < begins as is_before,
      sum(m.quantity) as quantity, sum(m.second_quantity) as second_quantity, sum(coalesce(v.amount, m.amount)) as value,
      count(*) - count(coalesce(v.amount, m.amount)) as unvalued
    from stock_move m
    left join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
    where m.company_code = company and m.moved_at >= coalesce((select ends_at from base), '-infinity')
      and m.moved_at < ends
    group by 1, 2, 3, 4, 5
  ), flow as (
    select k.material_no, k.plant, k.storage_location, k.stock_category, k.special_stock, k.special_stock_reference,
      k.book, 'opening' as part, s.quantity, s.second_quantity, case when r.key_id is null then s.value else r.value end as value
    from stock_snapshot s
    left join stock_snapshot_revaluation r on r.company_code = s.company_code and r.month = s.month
      and r.key_id = s.key_id
    join stock_key k on k.company_code = s.company_code and k.id = s.key_id
    where s.company_code = company and s.month = (select month from base)
    union all
    select moved.material_no, k.plant, k.storage_location, k.stock_category, k.special_stock,
      k.special_stock_reference, k.book,
      case
        when moved.is_before then 'opening'
        when op.keeps_balance and (k.plant, k.storage_location, k.stock_category, k.special_stock,
          k.special_stock_reference, k.book) = (o.plant, o.storage_location, o.stock_category, o.special_stock,
          o.special_stock_reference, o.book) then 'within'
        when op.period_column = 'transfer' then
          case when side.is_inward = moved.is_reversal then 'transfer-out' else 'transfer-in' end
        else op.period_column
      end,
      side.sign * moved.quantity, side.sign * moved.second_quantity,
      case when moved.unvalued = 0 then side.sign * moved.value end
    from moved
    cross join lateral (values (moved.to_key, moved.from_key, true, 1), (moved.from_key, moved.to_key, false, -1))
      as side (key_id, other_id, is_inward, sign)
    join stock_key k on k.company_code = company and k.id = side.key_id
    join stock_place kp on kp.place = k.place and kp.keeps_balance
    join stock_key o on o.company_code = company and o.id = side.other_id
    join stock_place op on op.place = o.place
  )
  select material_no, plant, storage_location, stock_category, special_stock, special_stock_reference, book,
    coalesce(sum(quantity) filter (where part = 'opening'), 0),
    coalesce(sum(quantity) filter (where part = 'receipt'), 0),
    coalesce(sum(quantity) filter (where part = 'transfer-in'), 0),
    -coalesce(sum(quantity) filter (where part = 'issue'), 0),
    -coalesce(sum(quantity) filter (where part = 'transfer-out'), 0),
    coalesce(sum(quantity) filter (where part = 'adjustment'), 0),
    sum(quantity),
    case when count(*) filter (where part = 'opening' and value is null) = 0
      then coalesce(sum(value) filter (where part = 'opening'), 0) end,
    case when count(*) filter (where part = 'receipt' and value is null) = 0
      then coalesce(sum(value) filter (where part = 'receipt'), 0) end,
    case when count(*) filter (where part = 'transfer-in' and value is null) = 0
      then coalesce(sum(value) filter (where part = 'transfer-in'), 0) end,
    case when count(*) filter (where part = 'issue' and value is null) = 0
      then -coalesce(sum(value) filter (where part = 'issue'), 0) end,
    case when count(*) filter (where part = 'transfer-out' and value is null) = 0
      then -coalesce(sum(value) filter (where part = 'transfer-out'), 0) end,
    case when count(*) filter (where part = 'adjustment' and value is null) = 0
      then coalesce(sum(value) filter (where part = 'adjustment'), 0) end,
    case when count(*) filter (where value is null) = 0 then sum(value) end,
    case when count(second_quantity) > 0
      then coalesce(sum(second_quantity) filter (where part = 'opening'), 0) end,
    case when count(second_quantity) > 0
      then coalesce(sum(second_quantity) filter (where part = 'receipt'), 0) end,
    case when count(second_quantity) > 0
      then coalesce(sum(second_quantity) filter (where part = 'transfer-in'), 0) end,
    case when count(second_quantity) > 0
      then -coalesce(sum(second_quantity) filter (where part = 'issue'), 0) end,
    case when count(second_quantity) > 0
      then -coalesce(sum(second_quantity) filter (where part = 'transfer-out'), 0) end,
    case when count(second_quantity) > 0
      then coalesce(sum(second_quantity) filter (where part = 'adjustment'), 0) end,
    sum(second_quantity)
  from flow
  group by material_no, plant, storage_location, stock_category, special_stock, special_stock_reference, book
  having count(*) filter (where part is distinct from 'opening' and part is distinct from 'within') > 0
    or sum(quantity) <> 0
$$;

-- Months that were recorded before: a material gets a second unit only while it has no stock, so its moves say all of it.
-- What was recorded stays as it is.
alter table stock_snapshot disable trigger stock_snapshot_append_only;
update stock_snapshot s set second_quantity = stood.second_quantity
from (
  select month.company_code, month.month, side.key_id, sum(side.second_quantity) as second_quantity
  from stock_snapshot_month month
  join stock_move m on m.company_code = month.company_code and m.moved_at < month.ends_at
    and m.second_quantity is not null
  cross join lateral (values (m.to_key, m.second_quantity), (m.from_key, -m.second_quantity))
    as side (key_id, second_quantity)
  group by 1, 2, 3
) stood
where s.company_code = stood.company_code and s.month = stood.month and s.key_id = stood.key_id;
alter table stock_snapshot enable trigger stock_snapshot_append_only;

alter table stock_period disable trigger stock_period_append_only;
update stock_period p set (
    opening_second_quantity, receipt_second_quantity, transfer_in_second_quantity, issue_second_quantity,
    transfer_out_second_quantity, adjustment_second_quantity, closing_second_quantity)
  = (
    now.opening_second_quantity, now.receipt_second_quantity, now.transfer_in_second_quantity, now.issue_second_quantity,
    now.transfer_out_second_quantity, now.adjustment_second_quantity, now.closing_second_quantity)
from stock_snapshot_month s
cross join lateral stock_period_between(s.company_code, s.begins_at, s.ends_at) now
where p.company_code = s.company_code and p.month = s.month and now.closing_second_quantity is not null
  and exists (select from stock_move m where m.company_code = s.company_code and m.moved_at < s.ends_at
    and m.second_quantity is not null)
  and (p.material_no, p.plant, p.storage_location, p.stock_category, p.special_stock, p.special_stock_reference, p.book)
    = (now.material_no, now.plant, now.storage_location, now.stock_category, now.special_stock,
      now.special_stock_reference, now.book);
alter table stock_period enable trigger stock_period_append_only;
