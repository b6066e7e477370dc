-- Codes are kept in one form (packages/kernel/src/code-text.ts): narrow letters in capitals, as the ERP keeps them. What was
-- entered before is brought into it: otherwise stock of a batch "qa001" could be neither moved nor compared with the ERP.

create function code_text(given text) returns text language sql immutable parallel safe
as $$ select upper(btrim(regexp_replace(
  regexp_replace(normalize(given, NFKC), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
  '\s+', ' ', 'g'))) $$;

-- Renames codes that are not in their form. Batches that are one in the ERP become one here; refused where both lie in one
-- place, or say different dates: then only a person knows what is right.
create function keep_codes_in_one_form() returns void language plpgsql as $$
declare
  conflict text;
  target record;
  has_rows boolean;
begin
  create temporary table renamed_key on commit drop as
    select k.company_code, k.id, code_text(k.batch) as batch, code_text(k.special_stock_reference) as special_stock_reference,
      exists (select from stock_key o where o.company_code = k.company_code and o.id <> k.id
        and (o.material_no, o.plant, o.storage_location, o.bin, code_text(o.batch), o.stock_category, o.special_stock,
          code_text(o.special_stock_reference), o.book, o.place, o.place_reference)
        = (k.material_no, k.plant, k.storage_location, k.bin, code_text(k.batch), k.stock_category, k.special_stock,
          code_text(k.special_stock_reference), k.book, k.place, k.place_reference)) as is_double
    from stock_key k
    where (k.batch, k.special_stock_reference) <> (code_text(k.batch), code_text(k.special_stock_reference));
  select string_agg(distinct format('company %s, material %s, batch %s %s, bin %s %s %s', k.company_code, k.material_no, k.batch,
      k.special_stock_reference, k.plant, k.storage_location, k.bin), '; ') into conflict
    from renamed_key r join stock_key k on k.company_code = r.company_code and k.id = r.id
    join stock_balance b on b.company_code = k.company_code and b.key_id = k.id
    where r.is_double and b.quantity > 0;
  if conflict is not null then
    raise exception 'Stock lies twice under one code, in capitals and otherwise: %', conflict
      using hint = 'Batches and references are kept in capitals from now on, as the ERP keeps them. Start the version before, move or count this stock so that all of it lies under the code in capitals, and update again.';
  end if;
  select string_agg(format('company %s, material %s, batches %s', company_code, material_no, names), '; ') into conflict
    from (select company_code, material_no, string_agg(batch, ' and ' order by batch) as names from batch
      group by company_code, material_no, code_text(batch)
      having count(distinct expiry_date) > 1 or count(distinct production_date) > 1) as differing;
  if conflict is not null then
    raise exception 'One batch has different dates, in capitals and otherwise: %', conflict
      using hint = 'Batch numbers are kept in capitals from now on, as the ERP keeps them. Start the version before, correct the dates by batch changes, and update again.';
  end if;

  alter table stock_key disable trigger user;
  update stock_key k set batch = r.batch, special_stock_reference = r.special_stock_reference
    from renamed_key r where r.company_code = k.company_code and r.id = k.id and not r.is_double;
  alter table stock_key enable trigger user;
  update stock_balance b set batch = k.batch, special_stock_reference = k.special_stock_reference
    from stock_key k where k.company_code = b.company_code and k.id = b.key_id
      and (b.batch, b.special_stock_reference) <> (k.batch, k.special_stock_reference);

  -- Of batches that become one, one row keeps what any of them says.
  create temporary table one_batch on commit drop as
    select company_code, material_no, code_text(batch) as batch, max(expiry_date) as expiry_date,
      max(production_date) as production_date, max(code_text(heat_no)) as heat_no, max(code_text(mtc_no)) as mtc_no,
      max(valuation_type) as valuation_type, min(first_received_at) as first_received_at
    from batch group by 1, 2, 3
    having count(*) > 1 or bool_or((batch, heat_no, mtc_no) <> (code_text(batch), code_text(heat_no), code_text(mtc_no)));
  delete from batch b using one_batch o
    where o.company_code = b.company_code and o.material_no = b.material_no and o.batch = code_text(b.batch);
  insert into batch (company_code, material_no, batch, expiry_date, production_date, heat_no, mtc_no, valuation_type, first_received_at)
    select company_code, material_no, batch, expiry_date, production_date, heat_no, mtc_no, valuation_type, first_received_at
    from one_batch;

  for target in
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type = 'text' and c.is_generated = 'NEVER'
      and c.table_name not in ('stock_key', 'stock_balance', 'batch')
      and (c.column_name in ('batch', 'of_batch', 'from_batch', 'to_batch', 'special_stock_reference', 'heat_no', 'mtc_no',
          'certificate_no', 'new_heat_no', 'new_certificate_no')
        or c.table_name in ('bin', 'bin_area', 'user_bin_area') and c.column_name in ('barcode', 'area', 'aisle', 'rack', 'level', 'position'))
    order by 1, 2
  loop
    execute format('select exists (select from %I where %2$I <> code_text(%2$I))', target.table_name, target.column_name) into has_rows;
    if has_rows then
      execute format('alter table %I disable trigger user', target.table_name);
      execute format('update %I set %2$I = code_text(%2$I) where %2$I <> code_text(%2$I)', target.table_name, target.column_name);
      execute format('alter table %I enable trigger user', target.table_name);
    end if;
  end loop;
end
$$;
select keep_codes_in_one_form();
