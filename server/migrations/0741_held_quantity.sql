-- A draft holds its share of its predecessors' lines and has done nothing of it yet: 占用, beside what is done.

-- What stock is reserved for a line of a requisition is another matter, and gets a name of its own.
alter table requisition_line rename column held_quantity to reserved_quantity;

alter table document_link
  -- True while the successor has carried nothing out: counted as held, not as done.
  add column is_held boolean not null default false,
  -- When the share of a forgotten draft lapsed: then it is not live until the draft is edited or acted upon.
  add column lapsed_at timestamptz;
create index document_link_lapsed on document_link (company_code, to_type, to_id) where lapsed_at is not null;

do $$
declare
  line text;
  successor record;
begin
  for line in
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'done_quantity' order by 1
  loop
    execute format('alter table %I
      add column held_quantity numeric(18,3) not null default 0 check (held_quantity >= 0),
      add column free_quantity numeric(18,3) generated always as
        (greatest(quantity - done_quantity - closed_quantity - held_quantity, 0)) stored', line);
  end loop;

  -- What drafts have taken up until now counted as done.
  for successor in
    select * from (values
      ('purchase_order', 'delivery_note', array['draft', 'returned']),
      ('delivery_note', 'arrival', array['draft']),
      ('inspection_notice', 'inspection_order', array['draft']),
      ('arrival', 'goods_receipt', array['draft']),
      ('reservation', 'requisition', array['draft', 'returned']),
      ('requisition', 'goods_issue', array['draft', 'picked'])
    ) as s(predecessor, name, states)
  loop
    execute format('update document_link k set is_held = true from %I h
      where k.company_code = h.company_code and k.to_type = $1 and k.to_id = h.id and k.is_live and k.is_counted
        and h.state = any($2)', successor.name)
      using replace(successor.name, '_', '-'), successor.states;
    execute format('update %I l set held_quantity = x.held, done_quantity = l.done_quantity - x.held
      from (select company_code, from_id, from_line, sum(quantity) as held from document_link
        where to_type = $1 and is_held and is_live group by 1, 2, 3) x
      where l.company_code = x.company_code and l.document_id = x.from_id and l.line_no = x.from_line',
      successor.predecessor || '_line') using replace(successor.name, '_', '-');
  end loop;

  for successor in
    select * from (values
      ('delivery_note', 'confirmed', 'partlyArrived', 'arrived'),
      ('arrival', 'arrived', 'partlyReceived', 'received'),
      ('requisition', 'approved', 'partlyIssued', 'issued')
    ) as s(name, none, partial, "all")
  loop
    execute format('update %1$I h set state = p.state, version = h.version + 1
      from (select company_code, document_id, case when bool_and(progress in (''done'', ''closed'')) then %5$L
          when bool_or(done_quantity > 0) then %4$L else %3$L end as state
        from %2$I group by 1, 2) p
      where h.company_code = p.company_code and h.id = p.document_id and h.state <> p.state
        and h.state in (%3$L, %4$L, %5$L)',
      successor.name, successor.name || '_line', successor.none, successor.partial, successor."all");
  end loop;
end
$$;
