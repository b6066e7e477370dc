-- Why and by whom an overdue record is left out of the rate, apart from what a later request asks: a refused one changes
-- nothing of it.
alter table overdue_record
  add column excluded_because text,
  add column excluded_by_name text,
  add column excluded_on date;
update overdue_record set excluded_because = exclusion_reason, excluded_by_name = exclusion_decided_by_name,
  excluded_on = exclusion_decided_on
where is_excluded;
