-- An arrival that is in the ERP's books is reversed on request, after somebody else has approved it.
alter table arrival drop constraint arrival_state_check;
alter table arrival add constraint arrival_state_check check (state in ('draft', 'arrived', 'partlyReceived', 'received',
  'reversalRequested', 'reversalApproved', 'reversed'));
alter table arrival add column reversal_reason text;
