-- What batch changes have changed of one batch.
create index batch_change_line_batch on batch_change_line (company_code, material_no, batch);
