-- 采购申请送货单 Request delivery
select create_document_tables('request_delivery',
  array['draft', 'submitted', 'toDirector', 'returned', 'approved', 'covered', 'announced', 'declined', 'cancelled'],
  header => $$
    supplier_no text,
    requested_by_name text,
    announcement_cause text check (announcement_cause in ('framework', 'catalogue', 'urgent', 'other')),
    eta_date date,
    reference text,
    carrier text,
    plate_no text,
    phone text,
    requested_amount numeric(18,2),
    review_remark text,
    needs_director text check (needs_director in ('notNeeded', 'aboveLimit', 'amountUnknown', 'always')),
    limit_director numeric(18,2),
    note_no text,
    decline_reason text,
    cancel_reason text
  $$,
  lines => $$
    delivery_date date,
    price numeric(18,2),
    price_unit numeric(18,6),
    currency text,
    line_amount numeric(18,2),
    cost_center text,
    wbs_element text,
    order_no text,
    network_no text,
    asset_no text,
    asset_sub_no text,
    gl_account text,
    stock_quantity numeric(18,3),
    stock_requisitions text,
    purchase_order_no text,
    purchase_order_line integer
  $$);

create index request_delivery_supplier on request_delivery (company_code, supplier_no, created_at, id);
create index request_delivery_eta on request_delivery (company_code, eta_date, created_at, id);
drop index if exists request_delivery_text;
select create_search_index('request_delivery', array['doc_no', 'requested_by_name']);

alter table requisition drop constraint requisition_requisition_type_check;
alter table requisition add constraint requisition_requisition_type_check
  check (requisition_type in ('planned', 'urgent', 'sales', 'supplement', 'stockFirst'));
