-- Names and descriptions are listed as people look for them: in Chinese by pronunciation, not by code point. A PostgreSQL
-- without ICU lists them by code point. Lists compare positions by the same order (server/src/platform/list/keyset.ts).
do $$
begin
  create collation words (provider = icu, locale = 'zh');
exception when feature_not_supported then
  create collation words from "C";
end
$$;

drop index supplier_name;
create index supplier_name on supplier (name collate words);
