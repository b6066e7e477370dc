-- The pieces of serial-managed materials: where each lies, or null if it is not in stock. A serial number is one of its
-- material in the company (SAP: EQUI-MATNR, EQUI-SERNR).
create table stock_serial_number (
  company_code text not null,
  material_no text not null,
  serial_no text not null check (serial_no <> '' and length(serial_no) <= 18),
  key_id bigint,
  -- The last move, and when it came into the stock: pieces leave in this order.
  move_id uuid,
  moved_at timestamptz,
  received_at timestamptz,
  primary key (company_code, material_no, serial_no),
  foreign key (company_code, key_id) references stock_key (company_code, id)
);
create index stock_serial_number_key on stock_serial_number (company_code, key_id, received_at, serial_no)
  where key_id is not null;
create index stock_serial_number_received on stock_serial_number (company_code, received_at, material_no, serial_no)
  where key_id is not null;
create index stock_serial_number_number on stock_serial_number (company_code, serial_no);

-- The pieces of each move of such a material.
create table stock_move_serial_number (
  company_code text not null,
  move_id uuid not null,
  material_no text not null,
  serial_no text not null,
  primary key (company_code, move_id, serial_no),
  foreign key (company_code, move_id) references stock_move (company_code, id),
  foreign key (company_code, material_no, serial_no)
    references stock_serial_number (company_code, material_no, serial_no)
);
create index stock_move_serial_number_piece on stock_move_serial_number (company_code, material_no, serial_no);
create trigger stock_move_serial_number_append_only before update or delete or truncate on stock_move_serial_number
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke update, delete, truncate on stock_move_serial_number from kufang_app;
    revoke delete, truncate on stock_serial_number from kufang_app;
  end if;
end $$;
