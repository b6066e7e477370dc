-- Batch freezes are filtered by their material.
create index batch_freeze_line_material on batch_freeze_line (company_code, of_material_no);
