-- Lists ask for the lines of one bin.
create index goods_receipt_line_bin on goods_receipt_line (company_code, bin);
create index location_adjustment_line_bin on location_adjustment_line (company_code, bin);
create index location_adjustment_line_target_bin on location_adjustment_line (company_code, target_bin);
create index stocktaking_line_bin on stocktaking_line (company_code, bin);
create index place_freeze_line_bin on place_freeze_line (company_code, bin);
create index preservation_task_line_bin on preservation_task_line (company_code, bin);
