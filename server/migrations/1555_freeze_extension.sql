-- Why a freeze was extended beyond its day.
alter table freeze_order add column extension_reason text;
alter table place_freeze add column extension_reason text;
