-- What the old system issued, by storage location: the consumption from which quotas are proposed until our own ledger has
-- enough of it. An issue has its own number, and neither an order nor a supplier.
alter table legacy_import drop constraint legacy_import_kind_check;
alter table legacy_import add constraint legacy_import_kind_check check (kind in ('order', 'delivery', 'receipt', 'issue'));
alter table legacy_document add column storage_location text;
alter table legacy_document alter column supplier_no drop not null;
alter table legacy_document drop constraint legacy_document_kind_check;
alter table legacy_document add constraint legacy_document_kind_check check (kind in ('order', 'delivery', 'receipt', 'issue'));
alter table legacy_document drop constraint legacy_document_order_no_check;
alter table legacy_document add constraint legacy_document_order_no_check check ((order_no = '') = (kind = 'issue'));
alter table legacy_document add constraint legacy_document_supplier_no_check check ((supplier_no is null) = (kind = 'issue'));
alter table legacy_document add constraint legacy_document_storage_location_check
  check ((storage_location is not null) = (kind = 'issue'));
create index legacy_document_issue on legacy_document (company_code, plant, storage_location, material_no, document_date)
  where kind = 'issue';
