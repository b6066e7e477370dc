-- A document's header and lines change a few times after they were written: what the ERP is asked and answers,
-- what successors took up. With room left on the page the new version lies beside the old one and no index
-- hears of it; without, every index of the line was written again for every change (half of them were).
do $$
declare
  name text;
begin
  foreach name in array array['purchase_order', 'purchase_request', 'reservation', 'sales_order', 'delivery_note',
    'arrival', 'inspection_notice', 'inspection_order', 'goods_receipt', 'requisition', 'goods_issue',
    'stock_initialisation']
  loop
    execute format('alter table %I set (fillfactor = 70)', name);
    execute format('alter table %I set (fillfactor = 70)', name || '_line');
  end loop;
end $$;
alter table action_request set (fillfactor = 60);
