-- The stock of dangerous goods is found by their materials; without it every material is taken as dangerous.
create index material_dangerous on material (nullif(hazard_class, ''));
