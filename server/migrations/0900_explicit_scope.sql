-- A data scope is explicit: a person without live rows in a dimension sees nothing that has a value there. '*' stands for
-- all of a company (storage locations, picking units), of a plant (storage locations) or all at all (material groups).
alter table user_storage_location add constraint user_storage_location_all check (plant <> '*' or storage_location = '*');

-- So far no rows meant all, which is now stated.
insert into user_storage_location (user_id, company_code, plant, storage_location, created_by, created_by_name)
select distinct p.user_id, p.company_code, '*', '*', '00000000-0000-0000-0000-000000000000'::uuid, '系统'
from user_plant p
where p.valid_to is null
  and not exists (select from user_storage_location l where l.user_id = p.user_id and l.valid_to is null);

insert into user_picking_unit (user_id, company_code, picking_unit, created_by, created_by_name)
select distinct p.user_id, p.company_code, '*', '00000000-0000-0000-0000-000000000000'::uuid, '系统'
from user_plant p
where p.valid_to is null
  and not exists (select from user_picking_unit k where k.user_id = p.user_id and k.valid_to is null);

insert into user_material_group (user_id, material_group, created_by, created_by_name)
select distinct p.user_id, '*', '00000000-0000-0000-0000-000000000000'::uuid, '系统'
from user_plant p
where p.valid_to is null
  and not exists (select from user_material_group g where g.user_id = p.user_id and g.valid_to is null);
