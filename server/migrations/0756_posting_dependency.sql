-- A posting may depend on one of another company (goods that one company supplies and another receives): the company of
-- each posting in depends_on, in the same order. Where it is missing (rows that an earlier version wrote) it is the
-- posting's own.
alter table erp_posting add column depends_on_companies text[] not null default '{}';

-- Opening amounts that a person typed are no price of the ERP's. What is there satisfies the wider check.
alter table stock_move drop constraint stock_move_amount_source_check;
alter table stock_move add constraint stock_move_amount_source_check
  check (amount_source in ('order-price', 'last-erp-price', 'entered', 'none')) not valid;
