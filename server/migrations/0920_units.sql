-- Units of measure: what a material can be counted in besides its base unit, and the unit in which the quantities of a
-- document's line are spoken of. The quantities themselves are in the base unit everywhere, as in the ledger.

-- Mirror of the ERP (A_ProductUnitsOfMeasure): `numerator` base units are `denominator` of the unit.
create table material_unit (
  material_no text not null references material (material_no) on delete cascade,
  unit text not null check (unit ~ '^[0-9A-Z/%]{1,6}$'),
  numerator integer not null check (numerator > 0),
  denominator integer not null check (denominator > 0),
  primary key (material_no, unit)
);

-- entry_unit null: the base unit. unit_numerator null beside an entry unit: no usable conversion is known.
do $$
declare
  tables record;
begin
  for tables in select d.line from document_tables() d
    where exists (select from pg_attribute a where a.attrelid = to_regclass(d.line) and a.attname = 'done_quantity')
  loop
    execute format('alter table %I
      add column entry_unit text,
      add column unit_numerator integer check (unit_numerator > 0),
      add column unit_denominator integer check (unit_denominator > 0)', tables.line);
  end loop;
end
$$;

-- Materials and orders read before have neither; the next synchronisation reads all of them.
update erp_sync_state set changed_until = null where interface_code in ('product', 'purchase-order', 'sales-order');
