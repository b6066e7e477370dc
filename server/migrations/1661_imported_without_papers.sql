-- Goods without papers that are imported: they do not arrive before customs releases them.
alter table unannounced_arrival add column is_imported boolean;
