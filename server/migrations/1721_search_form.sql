-- What is searched is compared in one form on both sides (packages/kernel/src/search-form.ts): narrow letters (NFKC), lower
-- case, and the multiplication sign of sizes as the letter x.
create function search_form(given text) returns text language sql immutable parallel safe
as $$ select lower(translate(normalize(given, NFKC), '×', 'x')) $$;

-- Of this form; written out, because an index is made where the functions of the product are not looked for.
create or replace function search_text(text text) returns text language sql immutable parallel safe
as $$ select replace(encode(translate(lower(translate(normalize(text, NFKC), '×', 'x')), '%_\', '')::bytea, 'escape'), '\', '') $$;

create or replace function user_ids_of_account(pattern text, system_id uuid) returns uuid[] language plpgsql stable as $$
begin
  return array(
    select id from app_user where search_form(account) like pattern
    union all select system_id where 'system' like pattern);
end
$$;

-- The indexes of what was in the tables before.
do $$
declare
  found record;
begin
  for found in
    select indexrelid::regclass as name from pg_index where pg_get_indexdef(indexrelid) like '%search_text(%'
  loop
    execute format('reindex index %s', found.name);
  end loop;
end
$$;
