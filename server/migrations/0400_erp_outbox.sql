-- The ERP's side of the house: the outbox of postings, what the ERP confirmed, every exchange with it.
-- Rules: spec sap.md section 3 (exactly once in effect), domain.md 1.1.

-- One row per business posting (one ERP document) and one per reversal of it. The payload is frozen
-- when the document's transaction writes it; the key goes to the ERP with the first byte and never changes.
create table erp_posting (
  company_code text not null,
  id uuid not null,
  -- Order of asking; rows that share a material and plant are sent in this order.
  sequence bigint generated always as identity,
  interface_code text not null default 'material-document',
  document_type text not null,
  document_id uuid not null,
  document_no text not null,
  step integer not null check (step > 0),
  direction text not null check (direction in ('post', 'reverse')),
  -- Counts deliberate new postings of the same step; a retry never raises it.
  generation integer not null default 1 check (generation > 0),
  reverses_posting_id uuid,
  posting_key text not null check (posting_key ~ '^[A-Z0-9-]{1,16}$'),
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'posted', 'rejected', 'unknown', 'blocked', 'dead', 'closed')),
  posting_date date not null,
  document_date date not null,
  reference text not null default '',
  header_text text not null default '',
  goods_movement_code text not null check (goods_movement_code ~ '^0[1-7]$'),
  -- The whole request in our own words (PostingRequest), or {} for a reversal.
  payload jsonb not null,
  depends_on uuid[] not null default '{}',
  -- 'plant/material' of every item: the lanes that keep their order.
  material_plants text[] not null default '{}',
  attempts integer not null default 0,
  look_ups integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_by text not null default '',
  leased_until timestamptz,
  -- Last moment a first byte may have left for the ERP; null while nothing was ever sent.
  sent_at timestamptz,
  -- True from the first byte until the ERP's answer is known: such a row is looked up before any resend.
  is_outcome_open boolean not null default false,
  material_document text not null default '',
  material_document_year text not null default '',
  sap_code text not null default '',
  sap_message_zh text not null default '',
  sap_message_en text not null default '',
  -- Details with severity error as the ERP gave them: [{code, message, propertyRef, target}].
  sap_details jsonb not null default '[]',
  transaction_id text not null default '',
  user_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  -- When the ERP's own items and amounts were read back after posting; null while still to do.
  read_back_at timestamptz,
  read_back_attempts integer not null default 0,
  closed_by uuid,
  closed_reason text not null default '',
  primary key (company_code, id),
  unique (company_code, document_type, document_id, step, direction, generation),
  unique (company_code, posting_key),
  foreign key (company_code, reverses_posting_id) references erp_posting (company_code, id),
  check ((direction = 'reverse') = (reverses_posting_id is not null)),
  check (state <> 'posted' or (material_document <> '' and material_document_year <> ''))
);
-- Counts the keys; the random part of a key guards against a database restored from a backup.
create sequence erp_posting_key_no;
create index erp_posting_open on erp_posting (sequence) where state in ('pending', 'sending', 'unknown');
create index erp_posting_lanes on erp_posting using gin (material_plants) where state in ('pending', 'sending', 'unknown');
create index erp_posting_state on erp_posting (company_code, state, created_at desc);
create index erp_posting_document on erp_posting (company_code, document_type, document_id);
create index erp_posting_number on erp_posting (company_code, material_document, material_document_year)
  where material_document <> '';
create index erp_posting_read_back on erp_posting (settled_at) where state = 'posted' and read_back_at is null;
-- At most one reversal that stands or may still come: two users reversing at once meet here, not in the ERP.
create unique index erp_posting_one_reversal on erp_posting (company_code, reverses_posting_id)
  where direction = 'reverse' and state not in ('closed');

create table erp_posting_item (
  company_code text not null,
  posting_id uuid not null,
  item_no integer not null check (item_no > 0),
  document_line integer not null,
  move_id uuid not null,
  material_no text not null,
  -- Base unit, always above zero; from and to say the direction. A missing plant means "outside the stock".
  quantity numeric(18,3) not null check (quantity > 0),
  unit text not null,
  movement_type text not null,
  from_plant text,
  from_storage_location text not null default '',
  from_stock_category text not null default '',
  from_special_stock text not null default '',
  from_special_stock_reference text not null default '',
  from_batch text not null default '',
  to_plant text,
  to_storage_location text not null default '',
  to_stock_category text not null default '',
  to_special_stock text not null default '',
  to_special_stock_reference text not null default '',
  to_batch text not null default '',
  -- What the ERP says after posting: its item number and the value in the company's currency.
  material_document_item text not null default '',
  posted_quantity numeric(18,3),
  posted_amount numeric(18,3),
  posted_currency text not null default '',
  primary key (company_code, posting_id, item_no),
  foreign key (company_code, posting_id) references erp_posting (company_code, id)
);
create index erp_posting_item_move on erp_posting_item (company_code, move_id);
create index erp_posting_item_material on erp_posting_item (company_code, material_no);

-- What the ERP's books hold by what it confirmed, per ERP key (no bin, no book: the ERP knows neither).
create table erp_book (
  company_code text not null,
  plant text not null,
  storage_location text not null,
  material_no text not null,
  batch text not null,
  stock_category text not null,
  special_stock text not null,
  special_stock_reference text not null,
  quantity numeric(18,3) not null,
  updated_at timestamptz not null default now(),
  primary key (company_code, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference)
);

-- Every exchange with the ERP. Request and reply without accounts, passwords, tokens or cookies.
create table erp_call_log (
  company_code text not null,
  id uuid not null,
  at timestamptz not null default now(),
  interface_code text not null,
  operation text not null,
  posting_id uuid,
  posting_key text not null default '',
  document_no text not null default '',
  method text not null,
  url text not null,
  request text not null default '',
  -- 0 when no answer came.
  http_status integer not null default 0,
  reply text not null default '',
  outcome text not null,
  error_code text not null default '',
  error_text text not null default '',
  duration_ms integer not null,
  transaction_id text not null default '',
  primary key (company_code, id)
);
create index erp_call_log_at on erp_call_log (company_code, at desc, id);
create index erp_call_log_posting on erp_call_log (company_code, posting_id, at) where posting_id is not null;

-- Something a person has to look at; kept after it was dealt with.
create table erp_alarm (
  company_code text not null,
  id uuid not null,
  at timestamptz not null default now(),
  kind text not null,
  interface_code text not null default '',
  posting_id uuid,
  document_no text not null default '',
  message_zh text not null,
  message_en text not null,
  -- What to do about it, such as {"action":"cancel","documents":[{"materialDocument":"…","year":"…"}]}.
  proposal jsonb not null default '{}',
  resolved_at timestamptz,
  resolved_by uuid,
  resolution text not null default '',
  primary key (company_code, id)
);
create index erp_alarm_open on erp_alarm (company_code, at desc) where resolved_at is null;
-- The same fault of the same posting or interface is one alarm, however often it is met.
create unique index erp_alarm_once on erp_alarm (company_code, kind, interface_code, coalesce(posting_id, '00000000-0000-0000-0000-000000000000'))
  where resolved_at is null;
