-- The home page of a supplier counts what is open of his own, by state; of his goods in consignment what was drawn.
create index delivery_note_supplier_state on delivery_note (company_code, supplier_no, state, eta_date);
create index problem_document_supplier_state on problem_document (company_code, supplier_no, state, created_at);
create index rejected_goods_supplier_state on rejected_goods (company_code, supplier_no, state, created_at);
create index rejects_return_supplier_state on rejects_return (company_code, supplier_no, state, created_at);
create index overdue_record_supplier_state on overdue_record (company_code, supplier_no, state, act_by);
-- The keys of a supplier's goods, also those that ran empty: their moves are found by key and time.
create index stock_balance_consignment on stock_balance (company_code, special_stock_reference, key_id)
  where special_stock = 'K';
