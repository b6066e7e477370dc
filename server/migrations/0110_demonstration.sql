-- How far the demonstration company has been prepared, so that a start that was broken off goes on where it
-- stood. Empty in every real installation.
create table demonstration_step (
  step text primary key,
  -- The day the company was founded on: all of its dates are counted from it, also when a later day goes on.
  founded_on date not null,
  done_at timestamptz not null default now()
);
