-- The rate of timely storage lists arrivals by the day of their confirmation. A time that we wrote has its zone, so that
-- reading it depends on no setting.
create function act_at(acts jsonb, act text) returns timestamptz language sql immutable parallel safe
as $$ select (acts -> act ->> 'at')::timestamptz $$;

create index arrival_confirmed on arrival (company_code, act_at(acts, 'confirm'), id);
