-- Goods that customs must release before they arrive, as supplier or buyer say, or the business configuration.
alter table delivery_note add column is_imported boolean;
