import type { Transaction } from '../platform/database/database.ts'

/** Keys never change, so a committed id stays valid; beyond this number the oldest are evicted. */
const keysMax = 200_000

const committedByDatabase = new Map<string, Map<string, number>>()
const pendingByTransaction = new WeakMap<Transaction, Map<string, number>>()

export interface KnownKeys {
  get(keyText: string): number | undefined
  /** Visible to this transaction at once, to the process after commit: a key rolled back, with it or alone, has no id. */
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
        const kept = new Map<string, number>()
        pending = kept
        pendingByTransaction.set(tx, kept)
        tx.afterCommit(() => {
          for (const [text, learntId] of kept) shared.set(text, learntId)
          for (const oldest of shared.keys()) {
            if (shared.size <= keysMax) break
            shared.delete(oldest)
          }
        })
      }
      const learnt = pending
      learnt.set(keyText, id)
      tx.afterUndo(() => void learnt.delete(keyText))
    },
  }
}
