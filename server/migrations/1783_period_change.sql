-- Posting periods are opened and closed by two persons: one asks with a reason, another one approves.
alter table rule_change drop constraint rule_change_rule_check,
  add constraint rule_change_rule_check
    check (rule in ('movement-rule', 'business-parameter', 'accounting-period') or rule ~ '^(user|shared|master)-[a-z-]+$');
