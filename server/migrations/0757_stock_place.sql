-- Places and books are rows: what each is to the ledger, to the reports and to the ERP. The contract declares the same
-- (packages/contract/src/document/stock-places.ts); a test compares the two.
create table stock_place (
  place text primary key,
  -- 'stock': to the ERP its goods are the own stock of their plant and storage location.
  erp_view text not null check (erp_view in ('stock', 'outside')),
  -- Its goods are stock: they have balances.
  keeps_balance boolean not null,
  -- Where the report of receipts and issues counts moves from there and to there.
  period_column text not null check (period_column in ('transfer', 'receipt', 'issue', 'adjustment')),
  check (erp_view = 'outside' or keeps_balance)
);
insert into stock_place (place, erp_view, keeps_balance, period_column) values
  ('stock', 'stock', true, 'transfer'),
  ('on-loan', 'stock', true, 'transfer'),
  ('supplier', 'outside', false, 'receipt'),
  ('consumption', 'outside', false, 'issue'),
  ('customer', 'outside', false, 'issue'),
  ('scrap', 'outside', false, 'issue'),
  ('count-difference', 'outside', false, 'adjustment'),
  ('opening', 'outside', false, 'adjustment'),
  ('transit-external', 'outside', false, 'transfer');

create table stock_book (
  book text primary key,
  -- The ERP's stock holds its goods, at whatever value.
  is_in_erp boolean not null
);
insert into stock_book (book, is_in_erp) values ('ERP', true), ('ZERO', true), ('OFF', false);

-- With whom goods are that are neither in a bin nor gone, such as the borrower.
alter table stock_key add column place_reference text not null default '';
alter table stock_key drop constraint stock_key_place_check;
alter table stock_key drop constraint stock_key_book_check;
alter table stock_key
  add constraint stock_key_place foreign key (place) references stock_place not valid,
  add constraint stock_key_book foreign key (book) references stock_book not valid,
  add constraint stock_key_place_reference check (place_reference = '' or place <> 'stock') not valid,
  add constraint stock_key_parts unique (company_code, material_no, plant, storage_location, bin, batch, stock_category,
    special_stock, special_stock_reference, book, place, place_reference);
do $$
declare
  before text;
begin
  select conname into strict before from pg_constraint
  where conrelid = 'stock_key'::regclass and contype = 'u' and cardinality(conkey) = 11;
  execute format('alter table stock_key drop constraint %I', before);
end $$;

-- The parts of a key that a balance repeats.
alter table stock_balance
  add column place text not null default 'stock',
  add column place_reference text not null default '';

create or replace view erp_open_effect as
with booked as (
  select i.company_code, i.move_id,
    sum(case when p.state <> 'posted' then 0 when p.direction = 'post' then 1 else -1 end) as times,
    bool_or(p.is_outcome_open) as is_in_doubt,
    (array_agg(p.id order by p.sequence desc))[1] as posting_id
  from erp_posting_item i
  join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
  group by i.company_code, i.move_id
)
select m.company_code, m.id as move_id, m.document_type, m.document_id, m.document_no, m.line_no, b.posting_id,
  coalesce(b.is_in_doubt, false) as is_in_doubt,
  k.plant, k.storage_location, k.material_no, k.batch, k.stock_category, k.special_stock, k.special_stock_reference,
  (case when k.id = m.to_key then m.quantity else -m.quantity end) * (1 - coalesce(b.times, 0)) as quantity
from stock_move m
left join booked b on b.company_code = m.company_code and b.move_id = m.id
join stock_key k on k.company_code = m.company_code and k.id in (m.from_key, m.to_key)
join stock_place place on place.place = k.place and place.erp_view = 'stock'
join stock_book book on book.book = k.book and book.is_in_erp
where m.posts_to_erp and coalesce(b.times, 0) <> 1;

-- As in 0731, by what the rows say of each place.
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
        when op.keeps_balance and (k.plant, k.storage_location, k.stock_category, k.special_stock,
          k.special_stock_reference, k.book) = (o.plant, o.storage_location, o.stock_category, o.special_stock,
          o.special_stock_reference, o.book) then 'within'
        when op.period_column = 'transfer' then
          case when side.is_inward = moved.is_reversal then 'transfer-out' else 'transfer-in' end
        else op.period_column
      end,
      side.sign * moved.quantity, case when moved.unvalued = 0 then side.sign * moved.value end
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
    case when count(*) filter (where value is null) = 0 then sum(value) end
  from flow
  group by material_no, plant, storage_location, stock_category, special_stock, special_stock_reference, book
  having count(*) filter (where part is distinct from 'opening' and part is distinct from 'within') > 0
    or sum(quantity) <> 0
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke insert, update, delete, truncate on stock_place, stock_book from kufang_app;
  end if;
end $$;
