-- Valuation types (MBEW-BWTAR) of materials with split valuation, by plant; without any the material is not valued
-- separately there.
create table valuation_type (
  plant text not null,
  material_no text not null,
  valuation_type text not null check (valuation_type <> '' and length(valuation_type) <= 10),
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (plant, material_no, valuation_type)
);

alter table material add column is_split_valued boolean not null default false;
update material set is_split_valued = true, posting_obstacle = null where posting_obstacle = 'valuationType';
alter table material drop constraint material_posting_obstacle_check,
  add constraint material_posting_obstacle_check check (posting_obstacle = 'serialNumbers');
-- Their valuation types are not known yet: all materials, and the orders that name one, are read again.
update erp_sync_state set changed_until = null where interface_code in ('product', 'purchase-order');

-- The valuation type of a batch (MCHA-BWTAR); '' for goods that are not valued separately.
alter table batch add column valuation_type text not null default '';

alter table purchase_order_line add column valuation_type text;
alter table delivery_note_line add column valuation_type text;
alter table arrival_line add column valuation_type text;
alter table linked_arrival_line add column valuation_type text;
alter table stock_initialisation_line add column valuation_type text;
