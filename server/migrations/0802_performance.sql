-- A whole-number business parameter of a company today: its own value, else the general one, else the given default.
create function company_parameter(company text, parameter text, fallback integer) returns integer language sql stable as $$
  select coalesce((
    select value #>> '{}' from business_parameter
    where name = parameter and plant = '' and company_code in (company, '') and value is not null
      and valid_from <= (now() at time zone 'Asia/Shanghai')::date
    order by company_code desc, valid_from desc, changed_at desc, id desc limit 1)::integer, fallback)
$$;

-- The working day `days` working days after a day, Monday to Friday.
create function working_days_after(day date, days integer) returns date language sql immutable as $$
  select one::date from generate_series(day + 1, day + 7 + days * 2, interval '1 day') one
  where extract(isodow from one) < 6 order by one offset greatest(days, 1) - 1 limit 1
$$;
