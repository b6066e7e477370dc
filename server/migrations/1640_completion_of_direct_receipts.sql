-- Whether a direct delivery completes its order item in the ERP, as receipts say (migration 0951).
alter table direct_receipt_line add column delivery_completion text
  check (delivery_completion in ('byRule', 'completed', 'open'));
