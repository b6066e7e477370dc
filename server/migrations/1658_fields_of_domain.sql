-- Section of the unit on requisitions, the papers that a supplier announces, when goods are to be delivered and how far they
-- were driven.
alter table requisition add column section text;
alter table delivery_note add column documents_enclosed text[];
alter table distribution_order
  add column planned_at timestamptz,
  add column mileage_km numeric(9, 1);
