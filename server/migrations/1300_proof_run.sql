-- The last run of each proof, for those who operate the product: its result and its age. Company '' stands for all.
create table proof_run (
  company_code text not null,
  proof text not null,
  finished_at timestamptz not null default now(),
  difference_count integer not null check (difference_count >= 0),
  primary key (company_code, proof)
);

-- A process answers whether its migrations are there. The table is older than the default privileges.
select grant_to_app('schema_migration', 'select');
