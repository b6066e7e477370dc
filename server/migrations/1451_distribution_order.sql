-- 配送单 Distribution order
select create_document_tables('distribution_order', array['waiting', 'allotted', 'loaded', 'underWay', 'signed', 'partlyRefused', 'refused', 'completed', 'cancelled', 'reversed'],
  header => $$
    picking_unit text,
    requester text,
    delivery_place text,
    trip_date date,
    trip_no integer,
    stop_no integer,
    weight_kg numeric(18,6),
    departed_at timestamptz,
    delivered_at timestamptz,
    vehicle text,
    driver text,
    received_by text,
    refusal_reason text,
    bring_back_reason text,
    cancel_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    serial_numbers text[],
    hazard_class text check (hazard_class in ('3', '8', '9', '2.1', '2.2', '2.3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1')),
    line_weight_kg numeric(18,6),
    accepted_quantity numeric(18,3),
    refused_quantity numeric(18,3)
  $$);

-- The orders of a vehicle on a day: whether another one fits on its trip.
create index distribution_order_trip on distribution_order (company_code, vehicle, trip_date, trip_no);
create index distribution_order_day on distribution_order (company_code, trip_date, created_at, id);
create index distribution_order_driver on distribution_order (company_code, driver, created_at, id);
create index distribution_order_unit on distribution_order (company_code, picking_unit, created_at, id);

-- Goods of an issue that are delivered.
alter table goods_issue
  add column delivery_place text,
  drop constraint goods_issue_state_check,
  add constraint goods_issue_state_check check (state in ('draft', 'picked', 'inDistribution', 'issued', 'rejected', 'reviewed',
    'reversalRequested', 'reversalApproved', 'reversed'));
alter table goods_issue_line add column refused_quantity numeric(18,3);
