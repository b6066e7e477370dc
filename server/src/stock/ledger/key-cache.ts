import type { Transaction } from '../../platform/database/database.ts'

/** Keys never change, so a committed id stays valid; beyond this number the oldest are evicted. */
const keysMax = 200_000

const committedByDatabase = new Map<string, Map<string, number>>()
const pendingByTransaction = new WeakMap<Transaction, Map<string, number>>()

export interface KnownKeys {
  get(keyText: string): number | undefined
  /** Visible to this transaction at once, to the process after commit: a rolled-back key has no id. */
  learn(keyText: string, id: number): void
}

/** The cache of key ids known to this process or transaction. */
export function knownKeys(tx: Transaction): KnownKeys {
  const { host, port, database } = tx.client
  const name = `${host}:${port}/${database}`
  let committed = committedByDatabase.get(name)
  if (committed === undefined) {
    committed = new Map()
    committedByDatabase.set(name, committed)
  }
  const shared = committed
  return {
    get: (keyText) => shared.get(keyText) ?? pendingByTransaction.get(tx)?.get(keyText),
    learn(keyText, id) {
      let pending = pendingByTransaction.get(tx)
      if (pending === undefined) {
        const learnt = new Map<string, number>()
        pending = learnt
        pendingByTransaction.set(tx, learnt)
        tx.afterCommit(() => {
          for (const [text, learntId] of learnt) shared.set(text, learntId)
          for (const oldest of shared.keys()) {
            if (shared.size <= keysMax) break
            shared.delete(oldest)
          }
        })
      }
      pending.set(keyText, id)
    },
  }
}
