-- The pages of goods without an order and without a delivery note each list their own, what waits first.
create index unannounced_arrival_missing on unannounced_arrival (company_code, missing_paper, state, created_at, id);
