-- 不合格品退货单 Return of rejects
select create_document_tables('rejects_return', array['draft', 'submitted', 'handedOver', 'pickedUp', 'reversalRequested', 'reversalApproved', 'reversed'],
  header => $$
    supplier_no text,
    settlement text check (settlement in ('credit', 'exchange', 'repair')),
    return_reason text,
    reversal_reason text,
    plate_no text,
    picked_up_by text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    serial_numbers text[],
    defect_class text check (defect_class in ('dimension', 'material', 'surface', 'documents', 'damage', 'function')),
    rejects_bin text,
    is_received boolean
  $$);
