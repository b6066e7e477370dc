-- The list of bins is filtered by hazard class, which few bins have.
create index bin_hazard_class on bin (company_code, hazard_class, plant, storage_location, bin) where hazard_class is not null;
