-- Lists of freezes and releases are searched by the work order, and filtered by reason and type.
drop index if exists freeze_order_text;
select create_search_index('freeze_order', array['doc_no', 'work_order_no']);
drop index if exists freeze_release_text;
select create_search_index('freeze_release', array['doc_no', 'work_order_no']);
drop index if exists place_freeze_line_text;
select create_search_index('place_freeze_line', array['bin_area', 'source_no']);
create index freeze_order_reason on freeze_order (company_code, freeze_reason, created_at, id);
create index freeze_order_type on freeze_order (company_code, freeze_type, created_at, id);
create index freeze_release_reason on freeze_release (company_code, freeze_reason, created_at, id);
create index place_freeze_reason on place_freeze (company_code, freeze_reason, created_at, id);
