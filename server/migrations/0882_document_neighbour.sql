-- Documents that an act of a document of another company has made: a row in each of the two companies, so that each finds
-- the other by its own company, also when companies are distributed over machines.

create table document_neighbour (
  company_code text not null,
  document_type text not null,
  document_id uuid not null,
  neighbour_company text not null check (neighbour_company <> company_code),
  neighbour_type text not null,
  neighbour_id uuid not null,
  -- The neighbour made this document; otherwise it was made by it.
  is_before boolean not null,
  primary key (company_code, document_type, document_id, neighbour_company, neighbour_type, neighbour_id)
);
