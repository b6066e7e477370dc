import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { openSecretBox, type SecretBox } from '../../platform/secrets/secret-box.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { saveInterface, type InterfaceChange } from '../interface-settings.ts'
import type {
  PostingHandle,
  PostingItemRequest,
  PostingRequest,
  SettledPosting,
} from '../posting-model.ts'
import { requestPosting } from '../posting-request.ts'
import type { PostingRow } from '../posting-row.ts'
import { startErpSender, type ErpSender } from '../sender.ts'
import type { OnSettled } from '../settle.ts'
import { FakeErp } from './fake-erp.ts'

export const userId = '018f0000-0000-7000-8000-000000000001'

/** A database, a fake ERP and the sender's reports, for tests of the outbox. */
export interface World {
  database: Database
  erp: FakeErp
  secrets: SecretBox
  settled: SettledPosting[]
  errors: unknown[]
  /** A sender stopped with the world; several may run. */
  sender(onSettled?: OnSettled, lookFirstBefore?: Date): ErpSender
  configure(change: InterfaceChange): Promise<void>
  /** Sends what waits, and nothing that is posted afterwards: the sender is stopped again. */
  send(): Promise<void>
  post(
    change?: Partial<PostingRequest>,
    items?: Partial<PostingItemRequest>[],
  ): Promise<PostingHandle>
  posting(id: string): Promise<PostingRow>
  /** Simulates the passing of time: due times and leases are moved into the past. */
  pass(seconds: number): Promise<void>
  book(): Promise<Record<string, string>>
  reset(): Promise<void>
  close(): Promise<void>
}

export async function createWorld(): Promise<World> {
  const testDatabase = await createTestDatabase()
  const database = openDatabase({ connectionString: testDatabase.connectionString })
  const erp = new FakeErp()
  await erp.start()
  const secrets = openSecretBox({ dataFolder: mkdtempSync(join(tmpdir(), 'kufang-erp-')) })
  const senders: ErpSender[] = []
  const world: World = {
    database,
    erp,
    secrets,
    settled: [],
    errors: [],
    sender(onSettled, lookFirstBefore = new Date(0)) {
      const sender = startErpSender({
        database,
        secrets,
        defaultBaseUrl: erp.url,
        outgoing: { hosts: [], allowsLoopback: true },
        onError: (error) => world.errors.push(error),
        log: () => undefined,
        onSettled: async (tx, posting) => {
          await onSettled?.(tx, posting)
          world.settled.push(posting)
        },
        pollMs: 3_600_000,
        lookFirstBefore,
        graceMs: 100,
      })
      senders.push(sender)
      return sender
    },
    async send() {
      const sender = world.sender()
      await sender.drain()
      await sender.stop()
    },
    async configure(change) {
      await database.transaction((tx) =>
        saveInterface(tx, secrets, {
          companyCode: '',
          interfaceCode: 'material-document',
          change,
          userId,
        }),
      )
    },
    post: (change = {}, items = [{}]) =>
      database.transaction((tx) =>
        requestPosting(tx, { ...receipt(), ...change, items: items.map(receiptItem) }),
      ),
    async posting(id) {
      const [row] = await database.query<PostingRow>('select * from erp_posting where id = $1', [
        id,
      ])
      return row!
    },
    async pass(seconds) {
      await database.query(
        `update erp_posting set next_attempt_at = next_attempt_at - $1 * interval '1 second',
           leased_until = leased_until - $1 * interval '1 second', sent_at = sent_at - $1 * interval '1 second'`,
        [seconds],
      )
    },
    async book() {
      const rows = await database.query<{ key: string; quantity: string }>(
        `select concat_ws('/', plant, storage_location, material_no, stock_category) as key, quantity from erp_book order by 1`,
      )
      return Object.fromEntries(rows.map((row) => [row.key, row.quantity]))
    },
    async reset() {
      await Promise.all(senders.splice(0).map((sender) => sender.stop()))
      erp.faults.length = 0
      erp.documents.length = 0
      erp.requests.length = 0
      erp.atOnceMax = 0
      erp.beforeAnswer = undefined
      erp.readBackFails = false
      erp.lookUpFails = false
      erp.accountingIsLate = false
      erp.accountingReads = 0
      world.settled.length = 0
      world.errors.length = 0
      for (const table of [
        'erp_posting_item',
        'erp_posting',
        'erp_book',
        'erp_call_log',
        'erp_alarm',
      ])
        await database.query(`delete from ${table}`)
      await world.configure({
        account: 'KUFANG',
        secret: 'geheim',
        timeoutMs: 5_000,
        retriesMax: 3,
        retryDelaySeconds: 0,
        unknownWaitSeconds: 600,
        secondLookSeconds: 60,
        keyField: 'MaterialDocumentHeaderText',
        isOn: true,
        isSimulated: false,
        idempotencyHeaders: false,
        valueSource: 'accounting-document',
      })
    },
    async close() {
      await Promise.all(senders.splice(0).map((sender) => sender.stop()))
      await erp.stop()
      await database.close()
      await testDatabase.drop()
    },
  }
  return world
}

export function receipt(): Omit<PostingRequest, 'items'> {
  return {
    companyCode: '1000',
    documentType: 'goods-receipt',
    documentId: randomUUID(),
    documentNo: 'RK20261100001',
    step: 1,
    postingDate: '2026-11-20' as LocalDate,
    documentDate: '2026-11-19' as LocalDate,
    reference: 'sh-0815',
    goodsMovementCode: '01',
    userId,
  }
}

export function receiptItem(change: Partial<PostingItemRequest> = {}): PostingItemRequest {
  return {
    documentLine: 1,
    moveId: randomUUID(),
    materialNo: '4711',
    quantity: '10' as Quantity,
    unit: 'EA',
    movementType: '101',
    from: null,
    to: {
      plant: '1000',
      storageLocation: '0001',
      stockCategory: 'UU',
      specialStock: '',
      specialStockReference: '',
      batch: '',
    },
    purchaseOrder: '4500000001',
    purchaseOrderItem: '10',
    ...change,
  }
}
