-- Trees of classes with other lengths than those of UNSPSC: the level of a class is written with it, because it follows from
-- the lengths that are stated (business parameter classification.lengths).
alter table material_class alter column level drop expression;
-- A server of the version before writes no level; it knows UNSPSC only.
alter table material_class alter column level set default '';
alter table material_class drop constraint material_class_class_code_check,
  add check (class_code ~ '^[0-9]{1,20}$');
