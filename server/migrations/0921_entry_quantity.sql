-- The quantity of a line in its entry unit, for lists and exports. Same rule as packages/kernel/src/unit-conversion.ts,
-- inOtherUnit: of the quantities that convert to exactly this base quantity, the one with the fewest decimals.
create function in_other_unit(base numeric, numerator integer, denominator integer) returns numeric
language sql immutable parallel safe as $$
  select case
    when round(round(base * denominator / numerator, 0) * numerator / denominator, 3) = base
      then round(base * denominator / numerator, 0)
    when round(round(base * denominator / numerator, 1) * numerator / denominator, 3) = base
      then round(base * denominator / numerator, 1)
    when round(round(base * denominator / numerator, 2) * numerator / denominator, 3) = base
      then round(base * denominator / numerator, 2)
    when round(round(base * denominator / numerator, 3) * numerator / denominator, 3) = base
      then round(base * denominator / numerator, 3)
  end
$$;

do $$
declare
  tables record;
begin
  for tables in select d.line from document_tables() d
    where exists (select from pg_attribute a where a.attrelid = to_regclass(d.line) and a.attname = 'unit_numerator')
  loop
    execute format('alter table %I add column entry_quantity numeric(18,3)
      generated always as (in_other_unit(quantity, unit_numerator, unit_denominator)) stored', tables.line);
  end loop;
end
$$;
