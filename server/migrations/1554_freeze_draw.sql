-- What requisitions drew of freezes for their work order, so that it is held for it again if the requisition is withdrawn.
create table freeze_draw (
  company_code text not null,
  requisition_id uuid not null,
  freeze_order_id uuid not null,
  freeze_order_line integer not null,
  quantity numeric(18,3) not null check (quantity > 0),
  drawn_at timestamptz not null,
  given_back_at timestamptz,
  primary key (company_code, requisition_id, freeze_order_id, freeze_order_line, drawn_at)
);

-- Freezes for a work order that still hold something: those of a requisition, and those whose day is over.
create index freeze_order_work_order on freeze_order (company_code, work_order_no)
  where freeze_type = 'eam' and state in ('frozen', 'partlyReleased');
create index freeze_order_ending on freeze_order (company_code, hold_until)
  where freeze_type = 'eam' and state in ('frozen', 'partlyReleased');

do $$
begin
  if exists (select 1 from pg_roles where rolname = 'kufang_app') then
    revoke delete, truncate on freeze_draw from kufang_app;
  end if;
end $$;
