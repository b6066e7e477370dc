import type { Queryable } from '../platform/database/database.ts'

/** Heard by every server's sender: there may be something to send. */
export const postingChannel = 'erp_posting'

/** Wakes every server's sender soon after the commit; one that hears nothing looks by itself every second. */
export function wakeSender(queryable: Queryable): void {
  queryable.announce(postingChannel, '')
}
