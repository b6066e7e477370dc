-- The postings of a day are held against the documents of the ERP every night.
create index erp_posting_day on erp_posting (company_code, posting_date) where state = 'posted';
