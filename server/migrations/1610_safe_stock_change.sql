-- 安全库存维护单 Safety stock change
select create_document_tables('safe_stock_change', array['draft', 'submitted', 'returned', 'approved', 'reversalRequested', 'reversed'],
  header => $$
    effective_from date,
    quota_basis text,
    decision_remark text,
    reversal_reason text
  $$,
  lines => $$
    minimum_quantity numeric(18,3),
    reorder_point numeric(18,3),
    maximum_quantity numeric(18,3),
    lead_time_days integer,
    criticality text check (criticality in ('A', 'B', 'C')),
    proposed_safety_stock numeric(18,3),
    proposed_reorder_point numeric(18,3),
    proposed_maximum numeric(18,3),
    demand_class text check (demand_class in ('smooth', 'erratic', 'intermittent', 'lumpy', 'none')),
    forecast_method text check (forecast_method in ('naive', 'zero', 'mean', 'movingAverage', 'smoothing', 'croston', 'sba', 'tsb')),
    forecast_error numeric(18,6),
    former_quantity numeric(18,3),
    quota_amount numeric(18,2)
  $$);
select allow_quantity_zero('safe_stock_change');
