-- What the stock has moved and the ERP's books have not (yet): the bridge between the two layers
-- (spec domain.md 1.1 "two layers", 2.6; sap.md section 3.9).

-- One row per move and ERP key, signed. A move is in the books once a posting with it is posted and no
-- reversal of that posting is. Reversing moves have no posting of their own: a move and its physical
-- reversal are both open and add up to nothing.
create view erp_open_effect as
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
where m.posts_to_erp and coalesce(b.times, 0) <> 1 and k.place = 'stock' and k.book = 'ERP';

select grant_to_app('erp_open_effect', 'select');
