-- A statement that nobody waits for says itself when it did not do what it was sent for.
create function assert_written(what text, wanted bigint, written bigint) returns void
language plpgsql as $$
begin
  if wanted is distinct from written then
    raise exception 'the ledger wrote % of % %', written, wanted, what;
  end if;
end $$;
