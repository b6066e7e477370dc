-- What the lines of all documents with goods say is done and held, for the proof that compares them with the links of
-- their successors. New documents are included: nobody lists them.

-- The lines of all documents that say something is done or held, of one company or, with null, of all.
create function document_line_progress(only_company text)
returns table (document_type text, company_code text, document_id uuid, line_no integer, done_quantity numeric, held_quantity numeric)
language plpgsql stable as $$
begin
  return query execute (
    select string_agg(format(
      'select %L::text, l.company_code, l.document_id, l.line_no, l.done_quantity::numeric, l.held_quantity::numeric from %I l
       where (l.done_quantity <> 0 or l.held_quantity <> 0) and ($1::text is null or l.company_code = $1)',
      replace(d.header, '_', '-'), d.line), ' union all ')
    from document_tables() d
    where exists (select from pg_attribute a where a.attrelid = to_regclass(d.line) and a.attname = 'held_quantity')
  ) using only_company;
end
$$;
