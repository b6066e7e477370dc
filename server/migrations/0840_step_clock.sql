-- The time of a step's change is that of the process in every statement; without a default none can leave it out.
alter table document_step alter column since drop default;
