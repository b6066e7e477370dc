-- Issues on their way to the same internal order are counted when one is approved or leaves.
create index cross_company_issue_order on cross_company_issue (company_code, internal_order_no);
