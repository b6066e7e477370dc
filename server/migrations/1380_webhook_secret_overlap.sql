-- The secret of a receiver is replaced with an overlap, and a receiver can be deleted; its log keeps its name.

alter table webhook_receiver
  -- Sealed; signs besides the current one until then.
  add column previous_secret text check (previous_secret <> ''),
  add column previous_secret_until timestamptz,
  add column deleted_at timestamptz,
  add check ((previous_secret is null) = (previous_secret_until is null)),
  add check (deleted_at is null or not is_on),
  drop constraint webhook_receiver_secret_check,
  -- The secrets of a deleted receiver are not kept.
  add check ((secret = '') = (deleted_at is not null)),
  drop constraint webhook_receiver_name_key;
create unique index webhook_receiver_name on webhook_receiver (name) where deleted_at is null;
