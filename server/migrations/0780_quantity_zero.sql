-- Lines may be about nothing: a bin that is empty is counted like any other.

-- Lets the lines of a document have the quantity zero: `select allow_quantity_zero('stocktaking')`, behind the call that
-- makes its tables.
create function allow_quantity_zero(name text) returns void language plpgsql as $$
declare
  found text;
begin
  select c.conname into strict found
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
  where c.conrelid = to_regclass(name || '_line') and c.contype = 'c' and a.attname = 'quantity';
  execute format('alter table %I drop constraint %I', name || '_line', found);
  execute format('alter table %I add constraint %I check (quantity >= 0)', name || '_line', found);
end
$$;
