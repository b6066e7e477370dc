-- Σ holds = reserved and frozen, for every balance.
-- $1: a company, or null for all.
with held as (
  select company_code, key_id,
    sum(open_quantity) filter (where kind = 'reservation') as reserved,
    sum(open_quantity) filter (where kind <> 'reservation') as frozen
  from stock_hold
  where released_at is null and ($1::text is null or company_code = $1::text)
  group by company_code, key_id
)
select coalesce(b.company_code, held.company_code) as company_code,
  coalesce(b.key_id, held.key_id) as key_id, b.material_no, b.bin, b.batch,
  coalesce(held.reserved, 0) as reserved_by_holds, b.reserved,
  coalesce(held.frozen, 0) as frozen_by_holds, b.frozen
from (select * from stock_balance where $1::text is null or company_code = $1::text) b
full join held on held.company_code = b.company_code and held.key_id = b.key_id
where coalesce(held.reserved, 0) is distinct from b.reserved
  or coalesce(held.frozen, 0) is distinct from b.frozen
order by 1, 2
