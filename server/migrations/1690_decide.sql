-- What the person in charge decides about a document is one act, `decide`. Who decided is kept by the name of the act, for four
-- eyes; to-dos name the act that they wait for. Entries of the audit log keep the name they were written with.
do $$
declare
  renamed record;
begin
  for renamed in
    select * from (values
      ('problem_document', 'problem-document', 'settle'),
      ('demand_problem', 'demand-problem', 'settle'),
      ('overdue_record', 'overdue-record', 'decideResponsibility'),
      ('transfer_difference', 'transfer-difference', 'decideDifference')
    ) as former (table_name, document_type, action)
  loop
    execute format(
      'update %I set acts = (acts - %2$L) || jsonb_build_object(''decide'', acts -> %2$L) where acts ? %2$L',
      renamed.table_name, renamed.action);
    update todo set action = 'decide'
    where document_type = renamed.document_type and action = renamed.action;
  end loop;
end
$$;
