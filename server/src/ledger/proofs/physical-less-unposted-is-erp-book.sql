-- Physical − not yet posted = ERP: per key of the ERP (no bin), the physical stock without movements not yet in
-- the ERP's books equals the quantity confirmed by the ERP.
-- $1: a company, or null for all.
select company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
  special_stock_reference, sum(physical) as physical, sum(unposted) as unposted, sum(book) as erp_book,
  sum(physical) - sum(unposted) - sum(book) as difference
from (
  select company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
    special_stock_reference, quantity as physical, 0 as unposted, 0 as book
  from stock_balance join stock_place using (place) join stock_book using (book)
  where erp_view = 'stock' and is_in_erp and ($1::text is null or company_code = $1::text)
  union all
  select company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
    special_stock_reference, 0, quantity, 0
  from erp_open_effect where $1::text is null or company_code = $1::text
  union all
  select company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
    special_stock_reference, 0, 0, quantity
  from erp_book where $1::text is null or company_code = $1::text
) layer
group by company_code, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference
having sum(physical) - sum(unposted) <> sum(book)
order by 1, 2, 3, 4, 5, 6, 7, 8
