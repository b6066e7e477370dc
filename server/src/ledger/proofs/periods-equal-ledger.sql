-- The report of each recorded month (opening, receipts, issues, closing) equals the one rebuilt from the ledger, and
-- its closing quantities equal the snapshot. Values are those recorded or, if revalued, the current ones; they are
-- not compared while late valuations are queued. Rows of zeros may be more: each stock with a cut-off has one. Rows of zeros are left out: the report has one for each stock with a cut-off. `rebuilt_periods(month)` stands for the text that
-- stock/periods/rebuilt-periods.ts builds for these months.
-- $1: a company, or null for all.
with month as (
  select s.company_code, s.month, s.begins_at, s.ends_at, not exists (
    select from stock_late_valuation l where l.company_code = s.company_code) as is_valued
  from stock_snapshot_month s
  where $1::text is null or s.company_code = $1::text
), stated as (
  select p.company_code, p.month, p.material_no, p.plant, p.storage_location, p.stock_category, p.special_stock,
    p.special_stock_reference, p.book, p.opening_quantity, p.receipt_quantity, p.transfer_in_quantity,
    p.issue_quantity, p.transfer_out_quantity, p.adjustment_quantity, p.closing_quantity,
    p.opening_second_quantity, p.receipt_second_quantity, p.transfer_in_second_quantity, p.issue_second_quantity,
    p.transfer_out_second_quantity, p.adjustment_second_quantity, p.closing_second_quantity,
    case when not month.is_valued then null when v.month is null
      then array[p.opening_value, p.receipt_value, p.transfer_in_value, p.issue_value,
        p.transfer_out_value, p.adjustment_value, p.closing_value]
      else array[v.opening_value, v.receipt_value, v.transfer_in_value, v.issue_value,
        v.transfer_out_value, v.adjustment_value, v.closing_value] end as value
  from stock_period p
  join month using (company_code, month)
  left join stock_period_revaluation v using (company_code, month, material_no, plant, storage_location, stock_category,
    special_stock, special_stock_reference, book)
), rebuilt as (
  select month.company_code, month.month, p.material_no, p.plant, p.storage_location, p.stock_category, p.special_stock,
    p.special_stock_reference, p.book, p.opening_quantity, p.receipt_quantity, p.transfer_in_quantity,
    p.issue_quantity, p.transfer_out_quantity, p.adjustment_quantity, p.closing_quantity,
    p.opening_second_quantity, p.receipt_second_quantity, p.transfer_in_second_quantity, p.issue_second_quantity,
    p.transfer_out_second_quantity, p.adjustment_second_quantity, p.closing_second_quantity,
    case when month.is_valued
      then array[p.opening_value, p.receipt_value, p.transfer_in_value, p.issue_value,
        p.transfer_out_value, p.adjustment_value, p.closing_value] end as value
  from month join rebuilt_periods(month) p on p.company_code = month.company_code and p.month = month.month
), closing as (
  select company_code, month, material_no, plant, storage_location, stock_category, special_stock,
    special_stock_reference, book, closing_quantity as quantity,
    closing_second_quantity as second_quantity
  from stated
  union all
  select month.company_code, month.month, k.material_no, k.plant, k.storage_location, k.stock_category, k.special_stock,
    k.special_stock_reference, k.book, -s.quantity, -s.second_quantity
  from month
  join stock_snapshot s on s.company_code = month.company_code and s.month = month.month
  join stock_key k on k.company_code = s.company_code and k.id = s.key_id
)
select 'not rebuilt' as problem, missing.company_code, missing.month, missing.material_no, missing.plant,
  missing.storage_location, missing.stock_category, missing.special_stock, missing.special_stock_reference,
  missing.book, missing.closing_quantity as quantity
from (select * from stated except select * from rebuilt) missing
where (missing.opening_quantity, missing.receipt_quantity, missing.transfer_in_quantity, missing.issue_quantity,
  missing.transfer_out_quantity, missing.adjustment_quantity, missing.closing_quantity) <> (0, 0, 0, 0, 0, 0, 0)
union all
select 'not stated', missing.company_code, missing.month, missing.material_no, missing.plant,
  missing.storage_location, missing.stock_category, missing.special_stock, missing.special_stock_reference,
  missing.book, missing.closing_quantity
from (select * from rebuilt except select * from stated) missing
union all
select 'not the snapshot', company_code, month, material_no, plant, storage_location, stock_category, special_stock,
  special_stock_reference, book, sum(quantity)
from closing
group by company_code, month, material_no, plant, storage_location, stock_category, special_stock,
  special_stock_reference, book
having sum(quantity) <> 0 or sum(second_quantity) <> 0
order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
