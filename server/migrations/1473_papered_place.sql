-- Where goods that came without papers go when they have them: their arrival record brings them in from the supplier.
insert into stock_place (place, erp_view, keeps_balance, period_column) values ('papered', 'outside', false, 'receipt');
