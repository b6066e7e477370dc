-- The sender finds the first of each lane by one pass over the open rows in their order; the index over
-- the lanes, costly on every write, has no reader.
drop index erp_posting_lanes;
