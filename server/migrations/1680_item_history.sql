-- What became of items of orders, reservations, requests and arrivals: one row for each change of a quantity in a book, written
-- by the document service in the transaction of the act (server/src/document/history). It is derived from the lines of
-- the documents, proven against them and can be completed from them; nothing of the stock is decided by it.
create table item_history (
  company_code text not null,
  item_type text not null,
  item_id uuid not null,
  item_line integer not null,
  history_no bigint generated always as identity,
  event text not null,
  book text not null check (book in ('announced', 'underway', 'stock', 'posting', 'erp')),
  -- Negative where an event is taken back.
  quantity numeric(18,3) not null check (quantity <> 0),
  document_type text not null,
  document_id uuid not null,
  document_line integer not null,
  document_no text not null,
  -- Number, place and goods of the item when the row was written, by which rows are found and who may read them is decided.
  item_no text,
  plant text,
  storage_location text,
  material_group text,
  material_no text,
  -- The line it was made from, by which the documents of an item form a chain.
  source_type text,
  source_id uuid,
  source_line integer,
  at timestamptz not null,
  user_id text not null,
  user_name text not null,
  material_document text,
  recorded_at timestamptz not null default now(),
  primary key (company_code, item_type, item_id, item_line, history_no)
);
create index item_history_document on item_history (company_code, document_type, document_id);
create index item_history_recorded on item_history (company_code, at desc, history_no desc);
create trigger item_history_append_only before update or delete or truncate on item_history
  for each statement execute function refuse_change();

-- Which declaration the rows of a document type were derived from; another one is derived anew when the server starts.
create table item_history_source (
  document_type text primary key,
  digest text not null,
  derived_at timestamptz not null default now()
);

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke update, delete, truncate on item_history from kufang_app;
  end if;
end $$;
