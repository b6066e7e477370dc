import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../database/database.ts'

/** Days for which the counts are kept. */
export const receivedDays = 7

/**
 * Counts bytes a person sends against the daily quota (UTC), before they are stored. Refuses `upload-quota-reached`.
 * @param bytesMax the quota, `Settings.uploadBytesOfPersonMax`
 */
export async function countReceived(
  queryable: Queryable,
  userId: string,
  bytes: number,
  bytesMax: number,
): Promise<void> {
  const counted = await queryable.query(
    `insert into received_bytes as r (user_id, day, bytes)
     select $1, (now() at time zone 'UTC')::date, $2::bigint where $2::bigint <= $3::bigint
     on conflict (user_id, day) do update set bytes = r.bytes + excluded.bytes
     where r.bytes + excluded.bytes <= $3::bigint returning 1 as counted`,
    [userId, bytes, bytesMax],
  )
  if (counted.length === 0)
    throw refuse('upload-quota-reached', { limit: Math.floor(bytesMax / (1024 * 1024)) })
}
