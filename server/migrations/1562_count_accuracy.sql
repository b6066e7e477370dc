-- Counted lines in the order in which their accuracy is listed.
create index stocktaking_line_counted on stocktaking_line (company_code, counted_at, document_id, line_no)
  where counted_at is not null;

-- Bins of a sheet that the books say are empty, and when somebody confirmed it.
alter table stocktaking
  add column empty_bins text[],
  add column empty_confirmed_at timestamptz;
