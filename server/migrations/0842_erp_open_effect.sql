-- A move of which a part was reversed before it was posted is in the ERP's books with the rest only: what is open of it
-- is computed from the posted quantity, not from whether it was posted.
create or replace view erp_open_effect as
with booked as (
  select i.company_code, i.move_id,
    sum(case when p.state <> 'posted' then 0 when p.direction = 'post' then i.quantity else -i.quantity end) as quantity,
    bool_or(p.is_outcome_open) as is_in_doubt,
    (array_agg(p.id order by p.sequence desc))[1] as posting_id
  from erp_posting_item i
  join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
  group by i.company_code, i.move_id
)
select m.company_code, m.id as move_id, m.document_type, m.document_id, m.document_no, m.line_no, b.posting_id,
  coalesce(b.is_in_doubt, false) as is_in_doubt,
  k.plant, k.storage_location, k.material_no, k.batch, k.stock_category, k.special_stock, k.special_stock_reference,
  (case when k.id = m.to_key then 1 else -1 end) * (m.quantity - coalesce(b.quantity, 0)) as quantity
from stock_move m
left join booked b on b.company_code = m.company_code and b.move_id = m.id
join stock_key k on k.company_code = m.company_code and k.id in (m.from_key, m.to_key)
join stock_place place on place.place = k.place and place.erp_view = 'stock'
join stock_book book on book.book = k.book and book.is_in_erp
where m.posts_to_erp and coalesce(b.quantity, 0) <> m.quantity;
