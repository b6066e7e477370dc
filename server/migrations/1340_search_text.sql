-- What contains a word, wherever in the text, is found by an index of trigrams (pg_trgm, which the owner of a database may
-- create). Trigrams know letters and digits of ASCII only, in a database with locale C: so the bytes of other letters are
-- written as octal digits. Signs with a meaning in LIKE are left out, of the text and of the word.
-- A PostgreSQL without its usual extensions finds the same, by reading the tables.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
  end if;
end
$$;

create function search_text(text text) returns text language sql immutable parallel safe
as $$ select replace(encode(translate(lower(text), '%_\', '')::bytea, 'escape'), '\', '') $$;

-- The pattern of a word for LIKE. Of a Chinese letter only its last two bytes are looked for, each on its own: the other
-- trigrams of its digits are in most texts and only cost time (a word of four letters: 8 instead of 34).
create function search_pattern(word text) returns text language sql immutable parallel safe
as $$ select '%' || regexp_replace(search_text(word), '3[4-7][0-7](2[0-7][0-7])(2[0-7][0-7])', '%\1%\2%', 'g') || '%' $$;

-- Makes the index of the texts of these columns: `select create_search_index('arrival', array['doc_no'])`. The server
-- searches by the same expression (server/src/platform/list/search-text.ts).
create function create_search_index(target text, columns text[]) returns void language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    execute format('create index %I on %I using gin (search_text(%s) gin_trgm_ops)', target || '_text', target,
      (select string_agg(format('coalesce(%I, %L)', name, ''), ' || '' '' || ' order by place)
       from unnest(columns) with ordinality as given (name, place)));
  end if;
end
$$;

-- Tables of new documents have them too; a document whose lists filter by further texts makes its index again.
do $$
declare
  old_end constant text := $q$execute format('create index %I on %I (company_code, source_id, source_line)', name || '_line_source', name || '_line');$q$;
  new_end constant text := old_end || $q$
  perform create_search_index(name, array['doc_no']);
  perform create_search_index(name || '_line', case when has_goods then array['description', 'material_no', 'source_no'] else array['source_no'] end);$q$;
  definition constant text := pg_get_functiondef('create_document_tables'::regproc);
begin
  if position(old_end in definition) = 0 then
    raise exception 'create_document_tables does not end as expected';
  end if;
  execute replace(definition, old_end, new_end);
end
$$;

-- The columns that the lists of each document and master search or filter by a part of the text.
select create_search_index('purchase_order', array['doc_no']);
select create_search_index('purchase_order_line', array['description', 'material_no', 'source_no']);
select create_search_index('purchase_request', array['doc_no']);
select create_search_index('purchase_request_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
select create_search_index('reservation', array['doc_no', 'wbs_element']);
select create_search_index('reservation_line', array['description', 'material_no', 'source_no']);
select create_search_index('sales_order', array['customer_no', 'doc_no']);
select create_search_index('sales_order_line', array['description', 'material_no', 'source_no']);
select create_search_index('delivery_note', array['doc_no']);
select create_search_index('delivery_note_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
select create_search_index('problem_document', array['doc_no', 'purchase_order_no']);
select create_search_index('problem_document_line', array['description', 'material_no', 'source_no']);
select create_search_index('customs_clearance', array['customs_declaration_no', 'doc_no']);
select create_search_index('customs_clearance_line', array['description', 'material_no', 'source_no']);
select create_search_index('arrival', array['doc_no']);
select create_search_index('arrival_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
select create_search_index('goods_receipt', array['doc_no']);
select create_search_index('goods_receipt_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
select create_search_index('linked_arrival', array['doc_no', 'issue_no']);
select create_search_index('linked_arrival_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
select create_search_index('inspection_notice', array['doc_no']);
select create_search_index('inspection_notice_line', array['description', 'material_no', 'source_no']);
select create_search_index('inspection_order', array['doc_no', 'report_no']);
select create_search_index('inspection_order_line', array['description', 'material_no', 'source_no']);
select create_search_index('arrival_shortage', array['doc_no']);
select create_search_index('arrival_shortage_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
select create_search_index('requisition', array['doc_no']);
select create_search_index('requisition_line', array['description', 'material_no', 'source_no']);
select create_search_index('goods_issue', array['doc_no']);
select create_search_index('goods_issue_line', array['description', 'material_no', 'source_no']);
select create_search_index('cross_company_issue', array['doc_no', 'internal_order_no']);
select create_search_index('cross_company_issue_line', array['description', 'material_no', 'source_no']);
select create_search_index('stock_initialisation', array['doc_no']);
select create_search_index('stock_initialisation_line', array['description', 'material_no', 'source_no']);
select create_search_index('batch_change', array['doc_no', 'reason']);
select create_search_index('batch_change_line', array['description', 'material_no', 'source_no']);
select create_search_index('document_handover', array['doc_no']);
select create_search_index('document_handover_line', array['equipment_tag', 'of_batch', 'source_no', 'title']);
select create_search_index('stocktaking', array['doc_no']);
select create_search_index('stocktaking_line', array['description', 'material_no', 'source_no']);
select create_search_index('transfer_order', array['doc_no']);
select create_search_index('transfer_order_line', array['description', 'material_no', 'source_no']);
select create_search_index('location_adjustment', array['doc_no']);
select create_search_index('location_adjustment_line', array['description', 'material_no', 'source_no']);
select create_search_index('company', array['company_code', 'name', 'pinyin']);
select create_search_index('plant', array['name', 'pinyin', 'plant']);
select create_search_index('storage_location', array['name', 'pinyin', 'storage_location']);
select create_search_index('bin', array['area', 'barcode', 'bin', 'pinyin', 'remark']);
select create_search_index('material', array['description', 'drawing_no', 'material_no', 'pinyin', 'specification']);
select create_search_index('material_group', array['material_group', 'name', 'pinyin']);
select create_search_index('supplier', array['name', 'name_en', 'pinyin', 'supplier_no']);
select create_search_index('unit', array['name_en', 'name_zh', 'pinyin', 'unit']);
select create_search_index('picking_unit', array['cost_center', 'name', 'picking_unit', 'pinyin']);
select create_search_index('requester', array['name', 'pinyin', 'requester', 'telephone']);
select create_search_index('excess_tolerance', array['material_group', 'material_no', 'pinyin', 'remark']);
select create_search_index('valuation_type', array['pinyin', 'valuation_type']);
