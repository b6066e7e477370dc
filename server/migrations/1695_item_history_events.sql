-- Item histories filtered by an event that is rare, such as what tests destroyed (server/src/ledgers/list-item-history.ts).
create index item_history_event on item_history (company_code, event, at desc, history_no desc);
-- What became of a material, the latest first.
create index item_history_material on item_history (company_code, material_no, at desc, history_no desc);
