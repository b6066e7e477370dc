-- What is proposed when a line is declared to customs: as the material was declared last, or the line itself before its
-- declaration was taken back.
alter table customs_clearance_line add column usual_hs_code text;
