-- Business parameters that are controls, and masters that are rules, are changed by two persons as movement rules are.
alter table rule_change
  drop constraint rule_change_rule_check,
  drop constraint rule_change_state_check,
  add constraint rule_change_rule_check
    check (rule in ('movement-rule', 'business-parameter') or rule ~ '^(user|shared|master)-[a-z-]+$'),
  -- failed: approved, but refused by its own checks when its day came.
  add constraint rule_change_state_check
    check (state in ('requested', 'approved', 'effective', 'refused', 'withdrawn', 'expired', 'failed'));
create index rule_change_open on rule_change (rule, company_code) where state in ('requested', 'approved', 'failed');
