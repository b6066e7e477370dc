-- 代储代销关闭单 Consignment closing
select create_document_tables('consignment_closing', array['draft', 'closed', 'withdrawn'],
  header => $$
    supplier_no text,
    close_reason text,
    closed_at timestamptz,
    withdraw_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    special_stock_reference text
  $$);

drop index if exists consignment_closing_line_text;
select create_search_index('consignment_closing_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
create index consignment_closing_supplier on consignment_closing (company_code, supplier_no, created_at, id);
-- What of consignment is still open of its arrival.
create index arrival_line_consignment on arrival_line (company_code, document_id, line_no) where special_stock = 'K';
