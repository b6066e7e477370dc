-- 打印次数 (spec domain.md 1.1): how often a document was printed; a reprint is marked 补打. Mirrors of the ERP's
-- documents are not printed here. New document types have the column in their own migration.

alter table delivery_note add column print_count integer not null default 0 check (print_count >= 0);
alter table arrival add column print_count integer not null default 0 check (print_count >= 0);
alter table inspection_notice add column print_count integer not null default 0 check (print_count >= 0);
alter table inspection_order add column print_count integer not null default 0 check (print_count >= 0);
alter table goods_receipt add column print_count integer not null default 0 check (print_count >= 0);
alter table requisition add column print_count integer not null default 0 check (print_count >= 0);
alter table goods_issue add column print_count integer not null default 0 check (print_count >= 0);
alter table stock_initialisation add column print_count integer not null default 0 check (print_count >= 0);
