-- By how much the stock of the ledger at the end of a recorded month differs from that of the ERP by posting date, by stock and
-- move: what moved by then and is in the ERP's books of a later month or of none, and the other way round. Signed: by so much
-- the ledger has more. Postings that come into the books of a recorded month later change it.
create table stock_cut_off (
  company_code text not null,
  month text not null,
  material_no text not null,
  plant text not null,
  storage_location text not null,
  stock_category text not null,
  special_stock text not null,
  special_stock_reference text not null,
  book text not null,
  -- The move that was posted or not, with what was reversed of it.
  move_id uuid not null,
  quantity numeric(18,3) not null,
  primary key (company_code, month, material_no, plant, storage_location, stock_category, special_stock,
    special_stock_reference, book, move_id),
  foreign key (company_code, month) references stock_snapshot_month (company_code, month),
  foreign key (company_code, move_id) references stock_move (company_code, id)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke delete, truncate on stock_cut_off from kufang_app;
  end if;
end $$;

-- Months that were recorded before: moves and postings are read once, and of these only the moves that are not settled within
-- one month count at the end of any.
insert into stock_cut_off
with event as (
  select company_code, coalesce(reverses, id) as move_id, moved_at as at,
    case when reverses is null then quantity else -quantity end as quantity
  from stock_move where posts_to_erp
  union all
  select i.company_code, i.move_id, p.posting_date::timestamp at time zone 'Asia/Shanghai',
    case p.direction when 'post' then -i.quantity else i.quantity end
  from erp_posting p
  join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
  where p.state = 'posted'
), unsettled as (
  select company_code, move_id from event
  group by company_code, move_id
  having sum(quantity) <> 0 or count(distinct date_trunc('month', at at time zone 'Asia/Shanghai')) > 1
), open as (
  select e.company_code, s.month, e.move_id, sum(e.quantity) as quantity
  from unsettled
  join event e using (company_code, move_id)
  join stock_snapshot_month s on s.company_code = e.company_code and e.at < s.ends_at
  group by 1, 2, 3
  having sum(e.quantity) <> 0
)
select open.company_code, open.month, m.material_no, k.plant, k.storage_location, k.stock_category, k.special_stock,
  k.special_stock_reference, k.book, open.move_id, sum(side.sign * open.quantity)
from open
join stock_move m on m.company_code = open.company_code and m.id = open.move_id
cross join lateral (values (m.to_key, 1), (m.from_key, -1)) as side (key_id, sign)
join stock_key k on k.company_code = open.company_code and k.id = side.key_id
join stock_place p on p.place = k.place and p.erp_view = 'stock'
join stock_book b on b.book = k.book and b.is_in_erp
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
having sum(side.sign * open.quantity) <> 0;

-- Every stock with a cut-off has its row in the report of the month, also where nothing else is in it.
insert into stock_period (company_code, month, material_no, plant, storage_location, stock_category, special_stock,
  special_stock_reference, book, opening_quantity, receipt_quantity, transfer_in_quantity, issue_quantity,
  transfer_out_quantity, adjustment_quantity, closing_quantity, opening_value, receipt_value, transfer_in_value, issue_value,
  transfer_out_value, adjustment_value, closing_value)
select company_code, month, material_no, plant, storage_location, stock_category, special_stock,
  special_stock_reference, book, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
from stock_cut_off
group by 1, 2, 3, 4, 5, 6, 7, 8, 9
having sum(quantity) <> 0
on conflict do nothing;
