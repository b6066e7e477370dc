-- Receipts, issues and stock of a month (期间收发存, spec domain.md 1.5 报表): rebuilt from the ledger, and written down
-- when the month is recorded, so that its history stays as it was.

-- Receipts, issues and stock of one company between two moments, off the last snapshot before them and the moves since.
-- A quantity goes into one column or another by what stands at the other end of its moves; a reversal takes off where
-- its original stands. A place the report does not know has no column, and the check of stock_period then refuses the
-- month. A value is null where one of the amounts behind it is not known.
-- The moves are read once and added up by their keys before these are looked at: a million moves have few of them.
create function stock_period_between(company text, begins timestamptz, ends timestamptz)
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
      k.book, 'opening' as part, s.quantity, s.value
    from stock_snapshot s
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

-- From when on a recorded month ran; its end is there already.
alter table stock_snapshot_month add column begins_at timestamptz not null generated always as
  ((ends_at at time zone 'Asia/Shanghai' - interval '1 month') at time zone 'Asia/Shanghai') stored;

-- The months that were recorded, as they stood then.
create table stock_period (
  company_code text not null,
  month text not null,
  material_no text not null,
  plant text not null,
  storage_location text not null,
  stock_category text not null,
  special_stock text not null,
  special_stock_reference text not null,
  book text not null,
  opening_quantity numeric(18,3) not null,
  receipt_quantity numeric(18,3) not null,
  transfer_in_quantity numeric(18,3) not null,
  issue_quantity numeric(18,3) not null,
  transfer_out_quantity numeric(18,3) not null,
  adjustment_quantity numeric(18,3) not null,
  closing_quantity numeric(18,3) not null,
  opening_value numeric(18,2),
  receipt_value numeric(18,2),
  transfer_in_value numeric(18,2),
  issue_value numeric(18,2),
  transfer_out_value numeric(18,2),
  adjustment_value numeric(18,2),
  closing_value numeric(18,2),
  -- In the order of the list within a month: by material and place.
  primary key (company_code, month, material_no, plant, storage_location, stock_category, special_stock,
    special_stock_reference, book),
  foreign key (company_code, month) references stock_snapshot_month (company_code, month),
  check (opening_quantity >= 0 and closing_quantity >= 0),
  check (opening_quantity + receipt_quantity + transfer_in_quantity - issue_quantity - transfer_out_quantity
    + adjustment_quantity = closing_quantity),
  check (opening_value + receipt_value + transfer_in_value - issue_value - transfer_out_value + adjustment_value
    = closing_value)
);
create index stock_period_place on stock_period (company_code, month, plant, storage_location, material_no);
create trigger stock_period_append_only before update or delete or truncate on stock_period
  for each statement execute function refuse_change();

-- Months that were recorded before this report was there.
insert into stock_period
select s.company_code, s.month, p.*
from stock_snapshot_month s
cross join lateral stock_period_between(s.company_code, s.begins_at, s.ends_at) p;

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke update, delete, truncate on stock_period from kufang_app;
  end if;
end $$;
