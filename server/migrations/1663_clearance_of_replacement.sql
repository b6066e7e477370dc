-- A customs clearance of what replaces rejected goods of an arrival.
alter table customs_clearance add column replaces_arrival_no text;
