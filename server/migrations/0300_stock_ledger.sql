-- The ledger (spec domain.md section 2): keys, moves, balances, holds. Physical stock changes nowhere else.

-- Where goods are or were: a row of the stock, or a place outside it (supplier, consumption ...), so that
-- the sum over all keys of a material is always zero. Keys are never changed or removed.
create table stock_key (
  company_code text not null,
  id bigint generated always as identity,
  place text not null check (place in
    ('stock', 'supplier', 'consumption', 'customer', 'scrap', 'count-difference', 'opening', 'transit-external')),
  plant text not null default '',
  storage_location text not null default '',
  bin text not null default '',
  material_no text not null check (material_no <> ''),
  batch text not null default '',
  stock_category text not null default '' check (stock_category in ('GRB', 'QI', 'UU', 'BL', 'IT', '')),
  special_stock text not null default '' check (special_stock in ('', 'K', 'Q', 'E', 'O')),
  special_stock_reference text not null default '',
  book text not null default 'ERP' check (book in ('ERP', 'ZERO', 'OFF')),
  primary key (company_code, id),
  -- Material first: the same index finds one key and all keys of a material.
  unique (company_code, material_no, plant, storage_location, bin, batch, stock_category,
    special_stock, special_stock_reference, book, place),
  -- For the moves to refer to: no move makes one material out of another.
  unique (company_code, id, material_no),
  check (place <> 'stock' or stock_category <> '')
);
create index stock_key_bin on stock_key (company_code, plant, storage_location, bin);
create trigger stock_key_append_only before update or delete or truncate on stock_key
  for each statement execute function refuse_change();

-- What stands on a key for a document: allocated to a requisition, frozen, held for a work order or for scrapping.
create table stock_hold (
  company_code text not null,
  id uuid not null,
  key_id bigint not null,
  kind text not null check (kind in ('reservation', 'freeze', 'eam', 'scrap')),
  document_type text not null,
  document_id uuid not null,
  document_no text not null default '',
  line_no integer not null,
  quantity numeric(18,3) not null check (quantity > 0),
  -- How much of it issues have used; their reversal gives it back.
  consumed numeric(18,3) not null default 0 check (consumed >= 0),
  -- How much was given up without use; with the last of it the hold is no longer live.
  released numeric(18,3) not null default 0 check (released >= 0),
  placed_at timestamptz not null,
  placed_by uuid not null,
  released_at timestamptz,
  open_quantity numeric(18,3) not null generated always as
    (quantity - consumed - released) stored,
  check (consumed + released <= quantity),
  check (released_at is null or consumed + released = quantity),
  primary key (company_code, id),
  foreign key (company_code, key_id) references stock_key (company_code, id)
);
-- One live hold per line, kind and key: a move consumes at most one hold.
create unique index stock_hold_live on stock_hold (company_code, document_type, document_id, line_no, kind, key_id)
  where released_at is null;
create index stock_hold_key on stock_hold (company_code, key_id) where released_at is null;

-- The ledger itself: append-only, quantity always from one key to another.
create table stock_move (
  company_code text not null,
  id uuid not null,
  moved_at timestamptz not null,
  document_type text not null,
  document_id uuid not null,
  document_no text not null,
  line_no integer not null,
  from_key bigint not null,
  to_key bigint not null,
  material_no text not null,
  quantity numeric(18,3) not null check (quantity > 0),
  movement_type text not null,
  posts_to_erp boolean not null,
  reverses uuid,
  idempotency_key text not null,
  amount numeric(18,2),
  -- What the amount is: an estimate until the ERP's own stands in stock_move_valuation.
  amount_source text not null default 'none' check (amount_source in ('order-price', 'last-erp-price', 'none')),
  user_id uuid not null,
  consumed_hold_id uuid,
  -- Negative on a reversal: so much was given back to the hold.
  consumed_quantity numeric(18,3) not null default 0,
  primary key (company_code, id),
  unique (company_code, idempotency_key),
  foreign key (company_code, from_key, material_no) references stock_key (company_code, id, material_no),
  foreign key (company_code, to_key, material_no) references stock_key (company_code, id, material_no),
  foreign key (company_code, reverses) references stock_move (company_code, id),
  foreign key (company_code, consumed_hold_id) references stock_hold (company_code, id),
  check (from_key <> to_key),
  check ((amount is null) = (amount_source = 'none')),
  check (abs(consumed_quantity) <= quantity and (consumed_quantity >= 0 or reverses is not null))
);
create index stock_move_document on stock_move (company_code, document_type, document_id);
create index stock_move_from on stock_move (company_code, from_key, moved_at);
create index stock_move_to on stock_move (company_code, to_key, moved_at);
create index stock_move_reverses on stock_move (company_code, reverses) where reverses is not null;
-- The ledger in order of time: always appended at its end, so it costs little.
create index stock_move_time on stock_move (company_code, moved_at, id);
create trigger stock_move_append_only before update or delete or truncate on stock_move
  for each statement execute function refuse_change();

-- The ERP's own amount for a move, once it has posted it.
create table stock_move_valuation (
  company_code text not null,
  move_id uuid not null,
  amount numeric(18,2) not null,
  currency text not null,
  valued_at timestamptz not null,
  source text not null,
  primary key (company_code, move_id),
  foreign key (company_code, move_id) references stock_move (company_code, id)
);
create trigger stock_move_valuation_append_only before update or delete or truncate on stock_move_valuation
  for each statement execute function refuse_change();

-- What the stock must know of a material to be filtered and scoped by it.
create table stock_material (
  company_code text not null,
  material_no text not null,
  material_group text not null,
  primary key (company_code, material_no)
);

-- One row per key inside the stock, made together with the key; rows that ran empty stay, outside the indexes.
create table stock_balance (
  company_code text not null,
  key_id bigint not null,
  quantity numeric(18,3) not null default 0,
  reserved numeric(18,3) not null default 0,
  frozen numeric(18,3) not null default 0,
  last_move_at timestamptz,
  plant text not null,
  storage_location text not null,
  bin text not null,
  material_no text not null,
  batch text not null,
  stock_category text not null,
  special_stock text not null,
  special_stock_reference text not null,
  book text not null,
  material_group text not null default '',
  -- A column of its own: an index with "where quantity > 0" would make every change of quantity a new
  -- entry in every index (no HOT update), this one only when the row runs empty or fills again.
  has_stock boolean not null generated always as (quantity > 0) stored,
  primary key (company_code, key_id),
  foreign key (company_code, key_id) references stock_key (company_code, id),
  check (quantity >= 0 and reserved >= 0 and frozen >= 0 and reserved + frozen <= quantity)
) with (fillfactor = 70);
-- One index per order of the stock list; its columns are the order, its last one makes it total.
create index stock_balance_material on stock_balance
  (company_code, material_no, plant, storage_location, key_id) where has_stock;
create index stock_balance_place on stock_balance
  (company_code, plant, storage_location, bin, material_no, key_id) where has_stock;
create index stock_balance_batch on stock_balance (company_code, batch, key_id) where has_stock;
create index stock_balance_group on stock_balance (company_code, material_group, material_no, key_id) where has_stock;
-- The few rows that are not ordinary stock, found without reading the many that are.
create index stock_balance_category on stock_balance (company_code, stock_category, material_no, plant, storage_location, key_id)
  where has_stock and stock_category <> 'UU';
create index stock_balance_special on stock_balance
  (company_code, special_stock, special_stock_reference, material_no, plant, storage_location, key_id)
  where has_stock and special_stock <> '';
create index stock_balance_book on stock_balance (company_code, book, material_no, plant, storage_location, key_id)
  where has_stock and book <> 'ERP';

-- Batches: what is known of them beyond their number; dates decide which goods leave first.
create table batch (
  company_code text not null,
  material_no text not null,
  batch text not null check (batch <> ''),
  expiry_date date,
  production_date date,
  heat_no text not null default '',
  mtc_no text not null default '',
  first_received_at timestamptz,
  primary key (company_code, material_no, batch)
);
create index batch_expiry on batch (company_code, expiry_date) where expiry_date is not null;
create index batch_heat on batch (company_code, heat_no) where heat_no <> '';

-- Stock at the end of a month; `ends_at` is the moment it stands for, moves from then on are added to it.
create table stock_snapshot_month (
  company_code text not null,
  month text not null check (month ~ '^\d{4}(0[1-9]|1[0-2])$'),
  ends_at timestamptz not null,
  taken_at timestamptz not null,
  key_count bigint not null,
  primary key (company_code, month)
);
create index stock_snapshot_month_end on stock_snapshot_month (company_code, ends_at);
create table stock_snapshot (
  company_code text not null,
  month text not null,
  key_id bigint not null,
  quantity numeric(18,3) not null check (quantity > 0),
  -- Sum of the amounts behind it, the ERP's own where it has posted; null where a move has none at all.
  value numeric(18,2),
  primary key (company_code, month, key_id),
  foreign key (company_code, month) references stock_snapshot_month (company_code, month),
  foreign key (company_code, key_id) references stock_key (company_code, id)
);
create trigger stock_snapshot_append_only before update or delete or truncate on stock_snapshot
  for each statement execute function refuse_change();
create trigger stock_snapshot_month_append_only before update or delete or truncate on stock_snapshot_month
  for each statement execute function refuse_change();

-- Posting periods; a month without a row is open while it is the current one.
create table accounting_period (
  company_code text not null,
  period text not null check (period ~ '^\d{4}(0[1-9]|1[0-2])$'),
  state text not null check (state in ('open', 'closed')),
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (company_code, period)
);

-- Reads a period's state and keeps it from being closed until the reader's transaction ends. In a
-- function because the read needs a snapshot taken after the lock was granted.
create function accounting_period_states(company text) returns setof accounting_period
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('accounting_period/' || company, 0));
  return query select * from accounting_period where company_code = company;
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke update, delete, truncate on stock_key, stock_move, stock_move_valuation, stock_snapshot,
      stock_snapshot_month from kufang_app;
    revoke delete, truncate on stock_balance, stock_hold, accounting_period from kufang_app;
  end if;
end $$;
