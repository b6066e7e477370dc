import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { KnownHead } from './verify-chain.ts'

/**
 * Heads of the audit chains outside of the database, in the file `audit-heads.json` of the data folder. Each is signed
 * (HMAC) with the key of the installation: who owns the database can rewrite a chain, but not the head it must contain.
 */
export interface KeptHeads {
  /** The kept heads; `forged` are the companies of entries whose signature does not match. */
  read(): { heads: KnownHead[]; forged: string[] }
  /** Replaces the heads of these companies. */
  keep(heads: readonly KnownHead[]): void
}

interface SignedHead extends KnownHead {
  signature: string
}

export function keptHeads(dataFolder: string, secrets: SecretBox): KeptHeads {
  const path = join(dataFolder, 'audit-heads.json')
  const signatureOf = ({ companyCode, position, chain }: KnownHead): string =>
    secrets.digest(JSON.stringify([companyCode, position, chain]), 'head of the audit chain')

  function load(): SignedHead[] {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return []
      throw error
    }
    try {
      return JSON.parse(text) as SignedHead[]
    } catch {
      throw new Error(`${path} is unreadable: compare with a copy of it, then remove it`)
    }
  }

  return {
    read() {
      const all = load()
      const isTrue = (head: SignedHead) => head.signature === signatureOf(head)
      return {
        heads: all
          .filter(isTrue)
          .map(({ companyCode, position, chain }) => ({ companyCode, position, chain })),
        forged: all.filter((head) => !isTrue(head)).map(({ companyCode }) => companyCode),
      }
    },
    keep(heads) {
      if (heads.length === 0) return
      const kept = new Map(load().map((head) => [head.companyCode, head]))
      for (const { companyCode, position, chain } of heads) {
        const head = { companyCode, position, chain }
        kept.set(companyCode, { ...head, signature: signatureOf(head) })
      }
      mkdirSync(dataFolder, { recursive: true })
      const draft = `${path}.${process.pid}`
      writeFileSync(draft, `${JSON.stringify([...kept.values()], null, 1)}\n`, { mode: 0o600 })
      renameSync(draft, path)
    },
  }
}
