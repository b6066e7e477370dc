import { anyErpMovement } from '../../erp/testing/erp-movement.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { refusalDetails } from '@kufang/kernel/refusal.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Database, Row, Transaction } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/session/session.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { placeHolds } from '../holds/holds.ts'
import { stockKey } from '../key.ts'
import type { StockKey } from '../key.ts'
import { postMoves } from '../ledger.ts'
import type { HoldKind, MoveRequest, PostedMove } from '../move.ts'
import { runProofs } from '../proofs.ts'
import { reverseMoves } from '../reversal.ts'

export const company = '1000'
export const keeper = '0190a1b2-0000-7000-8000-000000000001'

/** A stock key; bin A-01 of plant 1100 by default. */
export const bin = (parts: Partial<StockKey> = {}): StockKey =>
  stockKey({
    companyCode: company,
    plant: '1100',
    storageLocation: 'W001',
    bin: 'A-01',
    materialNo: 'M-1',
    ...parts,
  })
export const supplier = (parts: Partial<StockKey> = {}): StockKey =>
  stockKey({ companyCode: company, place: 'supplier', materialNo: 'M-1', ...parts })
export const consumption = (parts: Partial<StockKey> = {}): StockKey =>
  stockKey({ companyCode: company, place: 'consumption', materialNo: 'M-1', ...parts })

export const everything: Scope = {
  companyCodes: [company],
  plants: null,
  storageLocations: null,
  materialGroups: null,
  supplierNo: null,
  pickingUnits: null,
}

/** A test document; refusals name its number. */
export interface TestDocument {
  type: string
  id: string
  no: string
}

export const documentCalled = (no: string, type = 'goodsIssue'): TestDocument => ({
  type,
  id: newId(),
  no,
})

export function move(
  from: StockKey,
  to: StockKey,
  quantity: string,
  rest: Partial<MoveRequest> = {},
): MoveRequest {
  return {
    lineNo: 1,
    from,
    to,
    quantity: parseQuantity(quantity),
    movementType: from.place === 'supplier' ? '101' : '201',
    postsToErp: true,
    erp: anyErpMovement,
    ...rest,
  }
}

export function post(
  tx: Transaction,
  document: TestDocument,
  moves: MoveRequest[],
  more: { now?: Date; idempotencyPrefix?: string } = {},
): Promise<PostedMove[]> {
  return postMoves(tx, {
    companyCode: company,
    documentType: document.type,
    documentId: document.id,
    documentNo: document.no,
    userId: keeper,
    now: more.now ?? new Date(),
    idempotencyPrefix: more.idempotencyPrefix ?? newId(),
    moves,
  })
}

export function reverse(
  tx: Transaction,
  document: TestDocument,
  by: TestDocument,
  more: {
    lines?: { lineNo: number; quantity: string }[]
    idempotencyPrefix?: string
    now?: Date
  } = {},
): Promise<PostedMove[]> {
  return reverseMoves(tx, {
    companyCode: company,
    documentType: document.type,
    documentId: document.id,
    byDocumentType: by.type,
    byDocumentId: by.id,
    byDocumentNo: by.no,
    userId: keeper,
    now: more.now ?? new Date(),
    idempotencyPrefix: more.idempotencyPrefix ?? newId(),
    ...(more.lines === undefined
      ? {}
      : {
          lines: more.lines.map(({ lineNo, quantity }) => ({
            lineNo,
            quantity: parseQuantity(quantity),
          })),
        }),
  })
}

export function hold(
  tx: Transaction,
  document: TestDocument,
  key: StockKey,
  quantity: string,
  kind: HoldKind = 'reservation',
  lineNo = 1,
): Promise<void> {
  return placeHolds(tx, {
    companyCode: company,
    documentType: document.type,
    documentId: document.id,
    documentNo: document.no,
    userId: keeper,
    now: new Date(),
    rows: [{ lineNo, kind, key, quantity: parseQuantity(quantity) }],
  })
}

export const holdOf = (document: TestDocument, lineNo = 1, kind: HoldKind = 'reservation') => ({
  kind,
  documentType: document.type,
  documentId: document.id,
  lineNo,
})

/** Quantity, reserved and frozen of a key; null if it has no balance. */
export async function balanceOf(database: Database, key: StockKey): Promise<Row | null> {
  const rows = await database.query(
    `select b.quantity, b.reserved, b.frozen from stock_balance b
    where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.bin = $4
      and b.material_no = $5 and b.batch = $6 and b.stock_category = $7 and b.special_stock = $8
      and b.special_stock_reference = $9 and b.book = $10`,
    [
      key.companyCode,
      key.plant,
      key.storageLocation,
      key.bin,
      key.materialNo,
      key.batch,
      key.stockCategory,
      key.specialStock,
      key.specialStockReference,
      key.book,
    ],
  )
  return rows[0] ?? null
}

/** The details of a refused attempt; success or any other error fails the test. */
export async function refusalsOf(attempt: Promise<unknown>): Promise<RefusalDetail[]> {
  try {
    await attempt
  } catch (error) {
    if (isRefusal(error)) return refusalDetails(error)
    throw error
  }
  throw new Error('was not refused')
}

/** The proofs that returned rows. */
export async function failedProofs(database: Database): Promise<{ name: string; rows: Row[] }[]> {
  const results = await database.snapshot((tx) => runProofs(tx))
  return results.filter((result) => result.rows.length > 0)
}

/** Number of sessions that wait for a lock of another one; on Citus on whatever machine. */
export async function lockWaits(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    database.isDistributed
      ? `select count(*) as count from citus_lock_waits`
      : `select count(*) as count from pg_locks where not granted and pid in (
          select l.pid from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database())`,
  )
  return row!.count
}

export interface LedgerDatabase {
  database: Database
  drop(): Promise<void>
}

export async function openLedger(connectionsMax = 10): Promise<LedgerDatabase> {
  const test = await createTestDatabase()
  const database = openDatabase({ connectionString: test.connectionString, connectionsMax })
  return {
    database,
    async drop() {
      await database.close()
      await test.drop()
    },
  }
}

/** Counts the statements of a transaction. */
export function counting(tx: Transaction): { tx: Transaction; statements: string[] } {
  const statements: string[] = []
  return {
    statements,
    tx: {
      client: tx.client,
      isDistributed: tx.isDistributed,
      isRehearsal: tx.isRehearsal,
      beforeCommit: (task) => tx.beforeCommit(task),
      afterCommit: (task) => tx.afterCommit(task),
      attempt: (work) => tx.attempt(work),
      afterUndo: (task) => tx.afterUndo(task),
      announce: (channel, payload) => tx.announce(channel, payload),
      write: (text, values, onRows) => {
        statements.push(text)
        tx.write(text, values, onRows)
      },
      query: (text, values) => {
        statements.push(text)
        return tx.query(text, values)
      },
      // Counted once per caller, so never too few.
      queryTogether: (text, values, key, keyOf, item) => {
        statements.push(text)
        return tx.queryTogether(text, values, key, keyOf, item)
      },
    },
  }
}
