-- Goods that are held until a day (spec domain.md 1.4, 冻结): who holds a key, and until when, is said by the holds themselves.
alter table stock_hold add column held_until date;
alter table stock_hold add column placed_by_name text not null default '';

-- A bin, an area or a whole storage location that is held: everything that lies there, and what comes in while it stands.
create table stock_place_hold (
  company_code text not null,
  id uuid not null,
  plant text not null check (plant <> ''),
  storage_location text not null check (storage_location <> ''),
  -- Of the bins; '' is every area.
  area text not null default '',
  -- '' is every bin of the area.
  bin text not null default '',
  document_type text not null,
  document_id uuid not null,
  document_no text not null,
  line_no integer not null,
  placed_at timestamptz not null,
  placed_by uuid not null,
  placed_by_name text not null,
  held_until date,
  released_at timestamptz,
  primary key (company_code, id),
  check (bin = '' or area = '')
);
create unique index stock_place_hold_live on stock_place_hold (company_code, document_type, document_id, line_no)
  where released_at is null;
create index stock_place_hold_place on stock_place_hold (company_code, plant, storage_location, bin, area)
  where released_at is null;

-- Whether a hold of a place covers the row: a column, so that lists of the stock need no look at the places, and who moves
-- goods sees with the row that he has locked whether they may leave.
alter table stock_balance add column is_held boolean not null default false;

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'kufang_app') then
    revoke delete, truncate on stock_place_hold from kufang_app;
  end if;
end $$;
