-- A limit of an approval may be set by plant and material group; the document says so (contract document/declare/approval-chain.ts).
alter table request_delivery drop constraint request_delivery_needs_director_check,
  add constraint request_delivery_needs_director_check
    check (needs_director in ('notNeeded', 'aboveLimit', 'aboveGroupLimit', 'amountUnknown', 'always'));
alter table stocktaking drop constraint stocktaking_needs_director_check,
  add constraint stocktaking_needs_director_check
    check (needs_director in ('notNeeded', 'aboveLimit', 'aboveGroupLimit', 'amountUnknown', 'always'));
