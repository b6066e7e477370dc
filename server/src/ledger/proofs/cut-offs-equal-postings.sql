-- The cut-off of each recorded month is what moved by its end less what the ERP has by posting date, of every move and stock of
-- the ERP; moves and postings are read once, without the cut-offs of the month before.
-- $1: a company, or null for all.
with event as (
  select company_code, coalesce(reverses, id) as move_id, moved_at as at,
    case when reverses is null then quantity else -quantity end as quantity
  from stock_move
  where posts_to_erp and ($1::text is null or company_code = $1::text)
  union all
  select i.company_code, i.move_id, p.posting_date::timestamp at time zone 'Asia/Shanghai',
    case p.direction when 'post' then -i.quantity else i.quantity end
  from erp_posting p
  join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
  where p.state = 'posted' and ($1::text is null or p.company_code = $1::text)
), unsettled as (
  select company_code, move_id from event
  group by company_code, move_id
  having sum(quantity) <> 0 or count(distinct date_trunc('month', at at time zone 'Asia/Shanghai')) > 1
), open as (
  select e.company_code, s.month, e.move_id, sum(e.quantity) as quantity
  from unsettled
  join event e on e.company_code = unsettled.company_code and e.move_id = unsettled.move_id
  join stock_snapshot_month s on s.company_code = e.company_code and e.at < s.ends_at
  group by e.company_code, s.month, e.move_id
  having sum(e.quantity) <> 0
), both_sides as (
  select open.company_code, open.month, open.move_id, m.material_no, k.plant, k.storage_location, k.stock_category,
    k.special_stock, k.special_stock_reference, k.book, side.sign * open.quantity as quantity
  from open
  join stock_move m on m.company_code = open.company_code and m.id = open.move_id
  cross join lateral (values (m.to_key, 1), (m.from_key, -1)) as side (key_id, sign)
  join stock_key k on k.company_code = open.company_code and k.id = side.key_id
  join stock_place p on p.place = k.place and p.erp_view = 'stock'
  join stock_book b on b.book = k.book and b.is_in_erp
  union all
  select company_code, month, move_id, material_no, plant, storage_location, stock_category, special_stock,
    special_stock_reference, book, -quantity
  from stock_cut_off
  where $1::text is null or company_code = $1::text
)
select company_code, month, move_id, material_no, plant, storage_location, stock_category, special_stock,
  special_stock_reference, book, sum(quantity) as missing
from both_sides
group by company_code, month, move_id, material_no, plant, storage_location, stock_category, special_stock,
  special_stock_reference, book
having sum(quantity) <> 0
order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
