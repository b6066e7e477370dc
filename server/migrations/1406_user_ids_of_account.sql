-- The users whose account has a pattern, and the system, which has an id and no account. A function that is stable is
-- evaluated while a statement is planned, so that the entries of a person with few of them are found by their index.
create function user_ids_of_account(pattern text, system_id uuid) returns uuid[] language plpgsql stable as $$
begin
  return array(
    select id from app_user where account ilike pattern
    union all select system_id where 'system' ilike pattern);
end
$$;
