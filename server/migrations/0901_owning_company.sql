-- The company whose user managers may act on an account; '' leaves it to administrators.
alter table app_user add column owning_company text not null default '';
update app_user u set owning_company = p.company_code
from (select user_id, min(company_code) as company_code from user_plant where valid_to is null group by user_id) p
where p.user_id = u.id;
create index app_user_owning_company on app_user (owning_company);
