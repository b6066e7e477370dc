-- 资料移交单 Document handover
select create_document_tables('document_handover', array['draft', 'submitted', 'returned', 'confirmed', 'archived'],
  header => $$
    receiving_unit text,
    recipient text,
    return_reason text,
    archive_no text
  $$,
  lines => $$
    title text,
    document_kind text check (document_kind in ('conformity', 'quality', 'manual', 'drawing', 'supervision')),
    copies integer,
    copy_kind text check (copy_kind in ('original', 'copy')),
    medium text check (medium in ('paper', 'file')),
    of_material_no text,
    of_batch text,
    equipment_tag text
  $$,
  has_goods => false);
