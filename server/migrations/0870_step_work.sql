-- Why the work that follows a posted step was refused; '' if it was done. The step is in the books, and posting the
-- document again repeats the work.
alter table document_step
  add column work_zh text not null default '',
  add column work_en text not null default '';
alter table document_step drop constraint document_step_state_check;
alter table document_step add constraint document_step_state_check
  check (state in ('waiting', 'posting', 'posted', 'workRefused', 'failed', 'reversing', 'reversed'));
