-- 库存备注 Stock note
select create_document_tables('stock_note', array['draft', 'standing', 'corrected', 'withdrawn'],
  header => $$
    note_text text,
    relevant_until date,
    author_account text,
    corrects_no text,
    withdrawal_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    stock_category text check (stock_category in ('UU', 'QI', 'BL', 'GRB')),
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text
  $$);
drop index if exists stock_note_text;
select create_search_index('stock_note', array['created_by_name', 'doc_no', 'note_text']);

-- The last standing note on each row of the stock, made from the notes whenever one is written, corrected or withdrawn: lists
-- of the stock need no look at all notes.
create table stock_row_note (
  company_code text not null,
  key_id bigint not null,
  note_id uuid not null,
  note_no text not null,
  note_text text not null,
  noted_at timestamptz not null,
  noted_by_name text not null,
  relevant_until date,
  -- The last day on which a standing note on the row matters; 'infinity' if one says no day.
  matters_until date not null,
  note_count integer not null check (note_count > 0),
  primary key (company_code, key_id),
  foreign key (company_code, key_id) references stock_key (company_code, id)
);
create index stock_row_note_newest on stock_row_note (company_code, noted_at, key_id);
create index stock_row_note_until on stock_row_note (company_code, matters_until);
create index stock_row_note_author on stock_row_note (company_code, noted_by_name, noted_at);
select create_search_index('stock_row_note', array['note_no', 'note_text', 'noted_by_name']);
