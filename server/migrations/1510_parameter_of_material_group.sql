-- A business parameter may have a value for the goods of a material group in a plant: the route by which they are received
-- (spec domain.md 1.2 收货管理).
alter table business_parameter add column material_group text not null default '',
  add constraint business_parameter_material_group check (material_group = '' or plant <> '');
