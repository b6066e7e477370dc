-- What the ERP says of a move after its month was recorded (it posts for days after a month's end, into that month)
-- belongs to that month: the report of a closed month is held against the ERP's, to the cent. What was recorded stays
-- as it was written; the values that hold now stand beside it, here, as sums that the ledger proves (proof
-- periods-equal-ledger), and the amounts they come from in stock_move_valuation with the moment of each.

-- Valuations of recorded months that are not yet in the values below.
create table stock_late_valuation (
  company_code text not null,
  move_id uuid not null,
  primary key (company_code, move_id)
);

-- The values of a recorded month that are others than when it was recorded; quantities never are.
create table stock_period_revaluation (
  company_code text not null,
  month text not null,
  material_no text not null,
  plant text not null,
  storage_location text not null,
  stock_category text not null,
  special_stock text not null,
  special_stock_reference text not null,
  book text not null,
  opening_value numeric(18,2),
  receipt_value numeric(18,2),
  transfer_in_value numeric(18,2),
  issue_value numeric(18,2),
  transfer_out_value numeric(18,2),
  adjustment_value numeric(18,2),
  closing_value numeric(18,2),
  revalued_at timestamptz not null default now(),
  primary key (company_code, month, material_no, plant, storage_location, stock_category, special_stock,
    special_stock_reference, book),
  foreign key (company_code, month, material_no, plant, storage_location, stock_category, special_stock,
    special_stock_reference, book) references stock_period,
  check (opening_value + receipt_value + transfer_in_value - issue_value - transfer_out_value + adjustment_value
    = closing_value)
);

-- The same for the keys of a month's snapshot, from which the next month begins.
create table stock_snapshot_revaluation (
  company_code text not null,
  month text not null,
  key_id bigint not null,
  value numeric(18,2),
  revalued_at timestamptz not null default now(),
  primary key (company_code, month, key_id),
  foreign key (company_code, month, key_id) references stock_snapshot
);

-- Those that came late before this was there; an hour early, for what was being written while a month was recorded.
insert into stock_late_valuation (company_code, move_id)
select v.company_code, v.move_id
from stock_move_valuation v
join stock_move m on m.company_code = v.company_code and m.id = v.move_id
where exists (select from stock_snapshot_month s where s.company_code = v.company_code and m.moved_at < s.ends_at
  and v.valued_at > s.taken_at - interval '1 hour');

-- As in 0700, beginning with the values that hold now.
create or replace function stock_period_between(company text, begins timestamptz, ends timestamptz)
returns table (
  material_no text, plant text, storage_location text, stock_category text, special_stock text,
  special_stock_reference text, book text,
  opening_quantity numeric, receipt_quantity numeric, transfer_in_quantity numeric, issue_quantity numeric,
  transfer_out_quantity numeric, adjustment_quantity numeric, closing_quantity numeric,
  opening_value numeric, receipt_value numeric, transfer_in_value numeric, issue_value numeric,
  transfer_out_value numeric, adjustment_value numeric, closing_value numeric)
language sql stable as $$
  with base as (
    select month, ends_at from stock_snapshot_month
    where company_code = company and ends_at <= begins order by ends_at desc limit 1
  ), moved as (
    select m.material_no, m.from_key, m.to_key, m.reverses is not null as is_reversal, m.moved_at < begins as is_before,
      sum(m.quantity) as quantity, sum(coalesce(v.amount, m.amount)) as value,
      count(*) - count(coalesce(v.amount, m.amount)) as unvalued
    from stock_move m
    left join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
    where m.company_code = company and m.moved_at >= coalesce((select ends_at from base), '-infinity')
      and m.moved_at < ends
    group by 1, 2, 3, 4, 5
  ), flow as (
    select k.material_no, k.plant, k.storage_location, k.stock_category, k.special_stock, k.special_stock_reference,
      k.book, 'opening' as part, s.quantity, case when r.key_id is null then s.value else r.value end
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
        when o.place = 'stock' and (k.plant, k.storage_location, k.stock_category, k.special_stock,
          k.special_stock_reference, k.book) = (o.plant, o.storage_location, o.stock_category, o.special_stock,
          o.special_stock_reference, o.book) then 'within'
        when o.place in ('stock', 'transit-external') then
          case when side.is_inward = moved.is_reversal then 'transfer-out' else 'transfer-in' end
        when o.place = 'supplier' then 'receipt'
        when o.place in ('consumption', 'customer', 'scrap') then 'issue'
        when o.place in ('count-difference', 'opening') then 'adjustment'
      end,
      side.sign * moved.quantity, case when moved.unvalued = 0 then side.sign * moved.value end
    from moved
    cross join lateral (values (moved.to_key, moved.from_key, true, 1), (moved.from_key, moved.to_key, false, -1))
      as side (key_id, other_id, is_inward, sign)
    join stock_key k on k.company_code = company and k.id = side.key_id and k.place = 'stock'
    join stock_key o on o.company_code = company and o.id = side.other_id
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
    case when count(*) filter (where value is null) = 0 then sum(value) end
  from flow
  group by material_no, plant, storage_location, stock_category, special_stock, special_stock_reference, book
  having count(*) filter (where part is distinct from 'opening' and part is distinct from 'within') > 0
    or sum(quantity) <> 0
$$;
