-- Encrypted passwords that were received: none is taken twice. Those with a nonce of the server are forgotten when the
-- nonce has lapsed; others would be valid as long as the key.
create table used_ciphertext (
  mark text primary key,
  expires_at timestamptz
);
create index used_ciphertext_age on used_ciphertext (expires_at) where expires_at is not null;
