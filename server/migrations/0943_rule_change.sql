-- Changes of rules: requested by one person with the day from which they count, approved by another one.
create table rule_change (
  company_code text not null,
  id uuid not null,
  rule text not null check (rule in ('movement-rule')),
  subject_no text not null,
  -- The rule when the change was requested; null for a new one.
  before jsonb,
  after jsonb not null,
  reason text not null check (reason <> ''),
  effective_from date not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'effective', 'refused', 'withdrawn')),
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decision_remark text,
  primary key (company_code, id),
  check (state in ('requested', 'withdrawn') or decided_by <> requested_by)
);
-- One change of a rule at a time.
create unique index rule_change_once on rule_change (company_code, rule, subject_no) where state in ('requested', 'approved');
create index rule_change_due on rule_change (effective_from) where state = 'approved';
create index rule_change_latest on rule_change (company_code, requested_at desc);
