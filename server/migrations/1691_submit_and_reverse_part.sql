-- A request that is handed in is submitted, like any other draft; a part of the movements of a count is reversed, like that of
-- any other document. Who did it is kept by the name of the act; to-dos name the act that they wait for. Entries of the audit
-- log keep the name they were written with.
do $$
declare
  renamed record;
begin
  for renamed in
    select * from (values
      ('sharing_request', 'sharing-request', 'ask', 'submit'),
      ('replenishment_request', 'replenishment-request', 'request', 'submit'),
      ('stocktaking', 'stocktaking', 'takeBack', 'reversePart')
    ) as former (table_name, document_type, action, present)
  loop
    execute format(
      'update %I set acts = (acts - %2$L) || jsonb_build_object(%3$L, acts -> %2$L) where acts ? %2$L',
      renamed.table_name, renamed.action, renamed.present);
    update todo set action = renamed.present
    where document_type = renamed.document_type and action = renamed.action;
  end loop;
end
$$;
