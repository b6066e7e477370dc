-- 清关单 Customs clearance
select create_document_tables('customs_clearance', array['open', 'declared', 'inspecting', 'released', 'arrived', 'cancelled'],
  header => $$
    supplier_no text,
    reference text,
    eta_date date,
    packages integer,
    gross_weight numeric(18,6),
    customs_declaration_no text,
    declared_on date,
    inspected_on date,
    inspection_finding text,
    customs_release_date date,
    customs_office text,
    withdrawal_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    hs_code text
  $$);
