-- 保养任务单 Preservation task
select create_document_tables('preservation_task', array['draft', 'due', 'done', 'unfit', 'cancelled', 'lapsed'],
  header => $$
    preservation_kind text check (preservation_kind in ('rotateShaft', 'grease', 'nitrogen', 'elastomerAge', 'dryness')),
    due_date date,
    interval_days integer,
    last_done_on date,
    done_on date,
    freeze_no text,
    scanned_code text,
    result text check (result in ('fit', 'treated')),
    finding text,
    carried_out_by text,
    cancel_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text
  $$);
select create_due_indexes('preservation_task', 'due_date', array['draft', 'due']);
-- The last task of a row of the stock, and what is not done of it.
create index preservation_task_line_row on preservation_task_line (company_code, material_no, bin, batch, document_id);
