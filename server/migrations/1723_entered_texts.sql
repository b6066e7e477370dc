-- The fields of mirrored masters that a person has entered: the ERP fills them only while nobody has.
alter table material add column entered text[] not null default '{}';
alter table supplier add column entered text[] not null default '{}';
