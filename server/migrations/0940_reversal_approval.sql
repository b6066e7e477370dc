-- Work that was audited or may be posted is reversed only after a request and its approval (domain.md 1.2, for every
-- document that posts).
create function pg_temp.admit_reversal_states(document text, states text[]) returns void language plpgsql as $$
begin
  execute format('alter table %I drop constraint %I', document, document || '_state_check');
  execute format('alter table %I add constraint %I check (state in (%s))', document, document || '_state_check',
    (select string_agg(quote_literal(state), ', ')
     from unnest(states || array['reversalRequested', 'reversalApproved', 'reversed']) state));
end $$;
select pg_temp.admit_reversal_states('goods_issue', array['draft', 'picked', 'issued', 'rejected', 'reviewed']);
select pg_temp.admit_reversal_states('cross_company_issue',
  array['draft', 'submitted', 'returned', 'approved', 'issued', 'cancelled']);
select pg_temp.admit_reversal_states('linked_arrival', array['received']);
select pg_temp.admit_reversal_states('stock_initialisation', array['draft', 'submitted', 'returned', 'initialised']);
select pg_temp.admit_reversal_states('transfer_order', array['draft', 'submitted', 'returned', 'approved', 'inTransit',
  'partlyReceived', 'received', 'cancelled']);
select pg_temp.admit_reversal_states('stocktaking', array['draft', 'counting', 'counted', 'differing', 'handled',
  'toDirector', 'adjusted', 'writtenOff', 'cancelled']);
