import pg from 'pg'

/** The parts of pg that its types do not show. */
interface Connected {
  host: string
  port: number
  processID: number | null
  secretKey: unknown
}
interface Line {
  stream: { destroy(): void }
  connect(port: number | string, host?: string): void
  cancel(processId: number, secretKey: unknown): void
  once(event: 'connect' | 'end' | 'error', listener: () => void): void
}

/** A cancellation that reaches no server must not keep the connection from others. */
const patienceMs = 5000

/**
 * Asks PostgreSQL to cancel the statement running on a connection (CancelRequest, which needs no connection of the pool
 * and no rights); without one it does nothing. Ends when the server has taken the request, so that it cannot hit the
 * next statement of a connection that is given back afterwards.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Connected
  if (processID === null) return Promise.resolve()
  return new Promise((done) => {
    const line = new pg.Connection() as unknown as Line
    const end = () => {
      clearTimeout(timer)
      line.stream.destroy()
      done()
    }
    const timer = setTimeout(end, patienceMs)
    line.once('connect', () => line.cancel(processID, secretKey))
    line.once('end', end)
    line.once('error', end)
    if (host.startsWith('/')) line.connect(`${host}/.s.PGSQL.${port}`)
    else line.connect(port, host)
  })
}
