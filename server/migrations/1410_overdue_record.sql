-- 逾期记录 Overdue record
select create_document_tables('overdue_record', array['raised', 'answered', 'decided', 'exclusionRequested', 'arrived', 'closed'],
  header => $$
    supplier_no text,
    purchase_order_no text,
    purchase_order_line integer,
    due_date date,
    overdue_days integer,
    arrived_on date,
    close_cause text check (close_cause in ('orderEnded', 'orderChanged', 'byBuyer')),
    penalty_by_terms numeric(18,2),
    act_by date,
    broken_promises integer,
    penalty numeric(18,2),
    is_excluded boolean,
    exclusion_requested_by_name text,
    exclusion_decided_by_name text,
    exclusion_decided_on date,
    overdue_reason text check (overdue_reason in ('production', 'materials', 'rework', 'transport', 'customs', 'drawings', 'payment', 'notCalled', 'forceMajeure', 'other')),
    explanation text,
    promised_date date,
    responsible_party text check (responsible_party in ('supplier', 'buyer', 'warehouse', 'user', 'carrier', 'forceMajeure')),
    responsibility_note text,
    return_reason text,
    exclusion text check (exclusion in ('excluded', 'counted')),
    exclusion_reason text,
    exclusion_refusal text,
    close_reason text
  $$);

-- Never two that are open for one order item.
create unique index overdue_record_open on overdue_record (company_code, purchase_order_no, purchase_order_line)
  where state in ('raised', 'answered', 'decided', 'exclusionRequested');
-- The latest of an order item, when the job compares it with the order and its arrivals.
create index overdue_record_item on overdue_record (company_code, purchase_order_no, purchase_order_line, created_at desc);
create index overdue_record_due_date on overdue_record (company_code, due_date, created_at, id);
create index overdue_record_supplier on overdue_record (company_code, supplier_no, created_at, id);
create index overdue_record_responsible on overdue_record (company_code, responsible_party, created_at, id);
create index overdue_record_excluded on overdue_record (company_code, created_at, id) where is_excluded;
drop index if exists overdue_record_text;
select create_search_index('overdue_record', array['doc_no', 'purchase_order_no']);

-- What has arrived of an order item.
create index arrival_line_order on arrival_line (company_code, purchase_order_no, purchase_order_line);
