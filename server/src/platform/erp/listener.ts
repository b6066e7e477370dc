import pg from 'pg'

/**
 * Listens to notifications of the database on a connection of its own and connects again when it is
 * lost. `onNotice` is also called after each (re)connection, then without a payload: what was notified
 * meanwhile is not known.
 */
export function listen(
  connectionString: string,
  channels: readonly string[],
  onNotice: (channel: string, payload: string | null) => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let isStopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> = Promise.resolve()

  const connect = async () => {
    const fresh = new pg.Client({ connectionString, application_name: 'kufang-erp-listener' })
    client = fresh
    fresh.on('notification', (message) => onNotice(message.channel, message.payload ?? ''))
    fresh.on('error', (error) => {
      onError(error)
      again(fresh)
    })
    fresh.on('end', () => again(fresh))
    try {
      await fresh.connect()
      for (const channel of channels) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
      for (const channel of channels) onNotice(channel, null)
    } catch (error) {
      if (!isStopped) onError(error)
      again(fresh)
    }
  }

  const again = (lost: pg.Client) => {
    if (isStopped || client !== lost) return
    client = undefined
    lost.end().catch(() => undefined)
    timer = setTimeout(() => {
      connecting = connect()
    }, 1000)
  }

  connecting = connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await connecting
      await client?.end().catch(onError)
    },
  }
}
