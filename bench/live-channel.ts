import { WebSocket } from 'ws'
import { liveProtocols } from '@kufang/contract/messages/live-message.ts'
import { newToken, tokenDigest } from '../server/src/platform/session/token.ts'
import { record } from './results.ts'
import { residentMemory } from './server.ts'
import { say, type Site } from './site.ts'

const mebibyte = 1024 * 1024

/** Memory of one process with many signed-in users on the live channel. */
export async function measureLiveChannel(site: Site): Promise<void> {
  const count = site.volume.listeners
  say(`${count} people on the live channel`)
  const { connectionString, database } = await site.fresh('bench_live')
  const tokens = Array.from({ length: count }, () => newToken())
  // Already signed in: password hashing is not measured.
  await database.query(
    `with made as (
       insert into app_user (account, user_name, password_hash, created_by, changed_by)
       select 'listener-' || n, 'listener ' || n, '-', gen_random_uuid(), gen_random_uuid() from generate_series(1, $1::int) n returning id, account),
     placed as (insert into user_plant (user_id, company_code, created_by, created_by_name) select id, '9000', id, account from made)
     insert into user_token (token_hash, user_id, expires_at)
     select hash, id, now() + interval '1 hour' from unnest($2::text[]) with ordinality t (hash, n)
     join made on made.account = 'listener-' || t.n`,
    [count, tokens.map((token) => tokenDigest(token))],
  )
  const server = await site.started(connectionString)
  const idle = residentMemory(server.processId)
  const sockets = await Promise.all(tokens.map((token) => opened(server.address, token)))
  record(`memory of one process, idle`, idle / mebibyte, 'MiB')
  record(
    `memory of one process with ${count} people on the live channel`,
    residentMemory(server.processId) / mebibyte,
    'MiB',
  )
  for (const socket of sockets) socket.close()
  await server.stop()
  await database.close()
}

function opened(address: string, token: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(
      `${address.replace('http', 'ws')}/websocket`,
      liveProtocols(null),
      {
        headers: { authorization: `Bearer ${token}` },
      },
    )
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}
