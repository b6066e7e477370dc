-- Sheets are searched for by the end of their validity.
create index safety_data_sheet_valid_to on safety_data_sheet (company_code, valid_to, material_no, sheet_no);
