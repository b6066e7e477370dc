-- 物化材料检验记录表 Material inspection record sheet
select create_document_tables('inspection_record', array['draft', 'passed', 'failed', 'withdrawn'],
  header => $$
    supplier_no text,
    tested_on date,
    test_place text,
    conditions text,
    report_no text,
    concluded_at timestamptz,
    withdraw_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    characteristic text,
    sampled_values text,
    instrument text,
    characteristic_name text,
    kind text check (kind in ('variable', 'attribute')),
    importance text check (importance in ('main', 'general')),
    lower_limit numeric(18,6),
    upper_limit numeric(18,6),
    measuring_unit text,
    standard text,
    sample_size integer,
    samples integer,
    failed_samples integer,
    lowest numeric(18,6),
    highest numeric(18,6),
    average numeric(18,6),
    verdict text check (verdict in ('passed', 'failed'))
  $$);
