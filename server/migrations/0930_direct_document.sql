-- Material documents that somebody posted or cancelled in the ERP itself, past this product: found by reading the ERP's
-- documents, never corrected silently. `erp/direct-documents.ts` writes them.
create table erp_direct_document (
  company_code text not null,
  material_document text not null,
  material_document_year text not null,
  posting_date date not null,
  -- The ERP's user.
  created_by text not null,
  header_text text not null default '',
  -- cancellation: it reverses a document of ours · movement: any other.
  kind text not null check (kind in ('cancellation', 'movement')),
  -- The posting of ours that it reverses.
  posting_id uuid,
  items jsonb not null,
  found_at timestamptz not null default now(),
  -- A movement that was reversed in the ERP again, by this document.
  reversed_by text not null default '',
  primary key (company_code, material_document, material_document_year)
);
create index erp_direct_document_found on erp_direct_document (company_code, found_at desc);

-- The user of the ERP who posted or reversed a document past this product; '' for ours.
alter table erp_posting add column direct_user text not null default '';

-- What an alarm is about, if neither a posting nor an interface: the number of an ERP document.
alter table erp_alarm add column subject text not null default '';
drop index erp_alarm_once;
create unique index erp_alarm_once on erp_alarm (company_code, kind, interface_code, subject,
    coalesce(posting_id, '00000000-0000-0000-0000-000000000000'))
  where resolved_at is null;

-- Cancelled in the ERP by somebody else: the goods have moved, the ERP's books do not have it any more.
do $$
declare
  old_states constant text := $q$'failed', 'partlyPosted'$q$;
  new_states constant text := $q$'failed', 'partlyPosted', 'cancelledInErp'$q$;
  found record;
begin
  execute replace(pg_get_functiondef('create_document_tables'::regproc), old_states, new_states);
  for found in
    select c.conrelid::regclass as table_name, c.conname, a.attname
    from document_tables() d
    join pg_constraint c on c.conrelid in (to_regclass(d.header), to_regclass(d.line)) and c.contype = 'c'
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where a.attname in ('erp_state', 'line_erp_state')
  loop
    execute format('alter table %s drop constraint %I', found.table_name, found.conname);
    execute format($sql$alter table %s add constraint %I check (%I in ('notNeeded', 'awaitingSupplement', 'unposted',
      'posting', 'posted', 'reversing', 'reversed', 'failed', 'partlyPosted', 'cancelledInErp'))$sql$,
      found.table_name, found.conname, found.attname);
  end loop;
end
$$;
