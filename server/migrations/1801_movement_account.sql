-- Movement types whose account the ERP posts only with a cost object (KI 235), and the cost centre that the ERP is told where
-- a document names none, as its own default assignment would (OKB9).
alter table erp_movement_rule
  add column is_account_required boolean not null default false,
  add column cost_center text not null default '' check (length(cost_center) <= 10);
