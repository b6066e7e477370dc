-- Permit and safety data sheet of dangerous goods that go straight to their unit, and the sheet of those that leave for another
-- company.
alter table direct_receipt
  add column permit_no text,
  add column permit_valid_to date;
alter table direct_receipt_line
  add column hazard_class text,
  add column safety_sheet_no text,
  add column safety_sheet_valid_to date;
alter table cross_company_issue_line
  add column hazard_class text,
  add column safety_sheet_no text,
  add column safety_sheet_valid_to date;
