import type { Queryable } from '../platform/database/database.ts'

/** The channel that informs all senders of new postings. */
export const postingChannel = 'erp_posting'

/** Wakes all senders shortly after the commit; a sender that misses it polls every second. */
export function wakeSender(queryable: Queryable): void {
  queryable.announce(postingChannel, '')
}
