-- Permit, safety data sheet and cap of dangerous goods on every requisition: what was drawn counts from whichever page it was
-- requested on, so the index holds all requisitions that have a day of it (those of dangerous goods), not chemicals only.
drop index requisition_drawn_by;
create index requisition_drawn_by on requisition (company_code, requester, requested_on) where requested_on is not null;

-- What is known of dangerous goods that leave in an emergency.
alter table emergency_issue_line
  add column hazard_class text,
  add column safety_sheet_no text,
  add column safety_sheet_valid_to date;
