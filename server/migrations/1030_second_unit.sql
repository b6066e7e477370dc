-- The second unit of a material (第二单位, such as pieces and weighed kilograms of one stock): quantities are kept in the base
-- unit and, beside it, in the second unit, which cannot be computed exactly from it. SAP without catch weight knows only
-- the base unit.

-- Planned: `second_numerator` second units are `second_denominator` base units; what is entered deviates from it by at most
-- so many percent.
alter table material
  add column second_unit text not null default '',
  add column second_numerator integer check (second_numerator > 0),
  add column second_denominator integer check (second_denominator > 0),
  add column second_deviation_percent numeric(18,6) check (second_deviation_percent >= 0 and second_deviation_percent < 100),
  add constraint material_second_unit check ((second_unit = '') = (second_numerator is null)
    and (second_unit = '') = (second_denominator is null) and (second_unit = '') = (second_deviation_percent is null)
    and second_unit <> unit);

-- Null: the material has no second unit. The sum of the moves is the balance, as in the base unit; the last piece takes
-- what is left of the other.
alter table stock_move add column second_quantity numeric(18,3) check (second_quantity >= 0);
alter table stock_balance add column second_quantity numeric(18,3) check (second_quantity >= 0),
  add constraint stock_balance_second check (quantity > 0 or coalesce(second_quantity, 0) = 0);

do $$
declare
  tables record;
begin
  for tables in select d.line from document_tables() d
    where exists (select from pg_attribute a where a.attrelid = to_regclass(d.line) and a.attname = 'done_quantity')
  loop
    execute format('alter table %I
      add column second_unit text,
      add column second_quantity numeric(18,3) check (second_quantity > 0)', tables.line);
  end loop;
end
$$;
