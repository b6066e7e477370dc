-- 转储单（化学品转储）: in what each chemical goes, how warm, and how much that holds.
alter table transfer_order add column goods_kind text default 'general' check (goods_kind in ('general', 'chemical'));
update transfer_order set goods_kind = 'general';
alter table transfer_order_line
  add column container text check (container in ('tank', 'tankTruck', 'drum', 'bulkContainer', 'cylinder', 'package')),
  add column container_no text,
  add column temperature_c numeric(8,1),
  add column container_capacity numeric(18,3) check (container_capacity > 0);
