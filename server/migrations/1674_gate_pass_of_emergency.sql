-- Goods of an emergency leave with a gate pass of their own, which the guard lets pass once.
alter table emergency_issue add column gate_passed_at timestamptz, add column gate_passed_by_name text;
