-- A move that was posted, reversed in the ERP and posted again is worth what its latest posting says; what earlier ones said
-- stays with their items (erp_posting_item.posted_amount). An amount changes only to that of a later posting.
alter table stock_move_valuation add column posting_sequence bigint not null default 0;

drop trigger stock_move_valuation_append_only on stock_move_valuation;
create trigger stock_move_valuation_append_only before delete or truncate on stock_move_valuation
  for each statement execute function refuse_change();
create trigger stock_move_valuation_of_later_posting before update on stock_move_valuation for each row
  when (new.posting_sequence <= old.posting_sequence
    or (new.company_code, new.move_id) is distinct from (old.company_code, old.move_id))
  execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    grant update (amount, currency, valued_at, source, posting_sequence) on stock_move_valuation to kufang_app;
  end if;
end $$;
