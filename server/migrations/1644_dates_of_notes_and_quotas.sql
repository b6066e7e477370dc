-- Days by which lists are filtered, and versions of quotas by what they are today.
create index stock_note_until on stock_note (company_code, relevant_until, id) where relevant_until is not null;
create index sharing_offer_needed on sharing_offer (company_code, needed_by, id);
create index safe_stock_change_effective on safe_stock_change (company_code, effective_from, id);
create index safe_stock_version_to on safe_stock_version (company_code, valid_to) where valid_to is not null;
create index safe_stock_version_revoked on safe_stock_version (company_code, revoked_at) where revoked_at is not null;
