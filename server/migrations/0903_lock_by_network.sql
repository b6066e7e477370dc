-- Wrong passwords lock an account for the network they come from, not for everybody: otherwise a stranger could lock out
-- any account whose name is known.
drop table sign_in_failure;
create table sign_in_failure (
  -- As typed, whether such an account exists or not.
  account text not null,
  -- The address of the client; of IPv6 the first 64 bits.
  network text not null,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  last_failed_at timestamptz not null default now(),
  primary key (account, network)
);

-- Networks from which an account has signed in: they are not closed by guesses from many others.
create table known_network (
  account text not null,
  network text not null,
  last_signed_in_at timestamptz not null default now(),
  primary key (account, network)
);
