-- Lists of rejected goods and what became of them are filtered by supplier, and suppliers see their own only.
create index rejected_goods_supplier on rejected_goods (company_code, supplier_no, created_at, id);
create index rejects_return_supplier on rejects_return (company_code, supplier_no, created_at, id);
create index rejects_scrap_supplier on rejects_scrap (company_code, supplier_no, created_at, id);
create index concession_supplier on concession (company_code, supplier_no, created_at, id);

-- What our documents have posted of an order is read whenever the order is.
create index rejects_return_line_order on rejects_return_line (company_code, purchase_order_no, purchase_order_line);

-- Rejected goods are also looked for by what is wrong with them.
create index rejected_goods_line_defect on rejected_goods_line (company_code, defect_class, document_id, line_no);
