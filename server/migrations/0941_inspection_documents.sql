-- The documents that came with inspected goods, compared with what the material requires when they are accepted.
alter table inspection_order_line add column documents_present text[];
