-- What a move means to the ERP is decided when goods move, and kept with the move: the rule's goods movement code,
-- reversal movement type and reference document type, the account assignment, the basis, and the objects of both.
-- Posting uses this and nothing else.
alter table stock_move add column erp_movement jsonb;

-- The same for moves that were recorded without it, before this version or by an earlier one beside it: as posting
-- derived it until then, from the rule of the movement type that is recorded with the move (the company's own before
-- the default) and the fields of line and document. Moves are never changed, so it is read and not written.
create function erp_movement_of_before(company text, moves uuid[])
returns table (move_id uuid, erp_movement jsonb)
language sql stable as $$
  select m.id, jsonb_build_object(
    'reversalMovementType', rule.reversal_movement_type,
    'goodsMovementCode', rule.goods_movement_code,
    'referenceDocumentType', rule.reference_document_type,
    'accountAssignment', coalesce(charged.kind, ''),
    'basis', case when coalesce(line.purchase_order_no, '') <> '' then 'purchase-order' else '' end,
    'item', jsonb_strip_nulls(jsonb_build_object(
        'productionDate', line.production_date,
        'expiryDate', line.expiry_date))
      || case when rule.reference_document_type = 'B' then jsonb_strip_nulls(jsonb_build_object(
        'purchaseOrder', nullif(line.purchase_order_no, ''),
        'purchaseOrderItem', line.purchase_order_line::text,
        'supplierNo', nullif(line.supplier_no, ''))) else '{}' end
      || case when t.place <> 'stock' then jsonb_strip_nulls(jsonb_build_object(
        'reservation', nullif(line.reservation_no, ''),
        'reservationItem', line.reservation_line::text,
        'costCenter', case charged.kind when 'cost-center' then line.cost_center end,
        'wbsElement', case charged.kind when 'project' then line.wbs_element end,
        'orderNo', case charged.kind when 'order' then line.order_no end,
        'networkNo', case charged.kind when 'network' then line.network_no end,
        'glAccount', nullif(line.gl_account, ''),
        'recipient', nullif(line.recipient, ''))) else '{}' end)
  from stock_move m
  join stock_key f on f.company_code = m.company_code and f.id = m.from_key
  join stock_key t on t.company_code = m.company_code and t.id = m.to_key
  cross join lateral (
    select h.supplier_no, l.purchase_order_no, l.purchase_order_line, l.production_date, l.expiry_date,
      null::text as reservation_no, null::integer as reservation_line, null::text as cost_center,
      null::text as wbs_element, null::text as order_no, null::text as network_no, null::text as gl_account,
      null::text as recipient
    from arrival h join arrival_line l on l.company_code = h.company_code and l.document_id = h.id
    where m.document_type = 'arrival' and h.company_code = m.company_code and h.id = m.document_id
      and l.line_no = m.line_no
    union all
    select h.supplier_no, l.purchase_order_no, l.purchase_order_line, l.production_date, l.expiry_date,
      null, null, null, null, null, null, null, null
    from goods_receipt h join goods_receipt_line l on l.company_code = h.company_code and l.document_id = h.id
    where m.document_type = 'goods-receipt' and h.company_code = m.company_code and h.id = m.document_id
      and l.line_no = m.line_no
    union all
    select null, null, null, null, null, l.reservation_no, l.reservation_line, h.cost_center, h.wbs_element,
      h.order_no, h.network_no, h.gl_account, h.recipient
    from goods_issue h join goods_issue_line l on l.company_code = h.company_code and l.document_id = h.id
    where m.document_type = 'goods-issue' and h.company_code = m.company_code and h.id = m.document_id
      and l.line_no = m.line_no
    union all
    select null, null, null, l.production_date, l.expiry_date, null, null, null, null, null, null, null, null
    from stock_initialisation_line l
    where m.document_type = 'stock-initialisation' and l.company_code = m.company_code
      and l.document_id = m.document_id and l.line_no = m.line_no
  ) line
  cross join lateral (
    select case
      when coalesce(line.network_no, '') <> '' then 'network'
      when coalesce(line.order_no, '') <> '' then 'order'
      when coalesce(line.wbs_element, '') <> '' then 'project'
      when coalesce(line.cost_center, '') <> '' then 'cost-center'
    end as kind
  ) charged
  cross join lateral (
    select r.* from erp_movement_rule r
    where r.company_code in ('', m.company_code) and r.movement_type = m.movement_type
      and r.from_place in ('*', f.place) and r.to_place in ('*', t.place)
    order by r.company_code desc, r.is_active desc, (r.account_assignment = coalesce(charged.kind, '')) desc, r.purpose
    limit 1
  ) rule
  where m.company_code = company and m.id = any (moves) and m.posts_to_erp and m.reverses is null
    and m.erp_movement is null
$$;
