-- Document numbers are unique over all companies: each company counts in a number range of its own, which
-- is part of the sequence. Range 0 writes 00001, range 1 writes 100001. Numbers given before stay as they are.
create sequence company_number_range minvalue 0 start 0;
alter table company add column number_range integer;
update company c set number_range = n.range
from (select company_code, (row_number() over (order by company_code))::integer - 1 as range from company) n
where n.company_code = c.company_code;
select setval('company_number_range', (select coalesce(max(number_range) + 1, 0) from company), false);
alter table company
  alter column number_range set default nextval('company_number_range'),
  alter column number_range set not null,
  add unique (number_range),
  -- Three digits stand for the range once its five digits of a month are used up.
  add check (number_range between 0 and 999);
