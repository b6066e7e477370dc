-- Lists of issues and distribution orders are also searched by the delivery place.
drop index if exists goods_issue_text;
select create_search_index('goods_issue', array['delivery_place', 'doc_no']);
drop index if exists distribution_order_text;
select create_search_index('distribution_order', array['delivery_place', 'doc_no']);
