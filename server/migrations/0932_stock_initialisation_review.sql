-- Initial stock is entered by one person, made real by a second one, and posted by a third (domain.md 1.4).
alter table stock_initialisation drop constraint stock_initialisation_state_check;
alter table stock_initialisation add constraint stock_initialisation_state_check check (state in
  ('draft', 'submitted', 'returned', 'initialised', 'reversed'));
alter table stock_initialisation add column decision_remark text;
