-- A requisition is planned (from a reservation) or urgent; the pages of each are about it alone.

alter table requisition add column requisition_type text not null default 'planned'
  check (requisition_type in ('planned', 'urgent'));
alter table requisition alter column requisition_type drop default;
create index requisition_type_newest on requisition (company_code, requisition_type, created_at desc, id);
