import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActionRequest, ActionResult, CreateRequest } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { rolesFor, rolesForDrafts } from '@kufang/contract/document/decide.ts'
import { rolesForAmounts } from '@kufang/contract/document/visible.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { Pipeline } from '../../platform/database/pipeline.ts'
import { announcement } from '../../platform/database/announcer.ts'
import { watchCompany } from '../../erp/watch-company.ts'
import { ErpConnections } from '../../erp/gateway.ts'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { saveInterface } from '../../erp/interface-settings.ts'
import { startErpSender } from '../../erp/sender.ts'
import { FakeErp } from '../../erp/testing/fake-erp.ts'
import { openSecretBox, type SecretBox } from '../../platform/secrets/secret-box.ts'
import type { Session } from '../../platform/session/session.ts'
import { createTestDatabase, type Beginning } from '../../platform/testing/test-database.ts'
import { createDocument, runAction, type Actor } from '../service/service.ts'
import { tableByName } from '../storage/table.ts'
import { settleDocument } from '../act/settle.ts'
import { loadVisible } from '../storage/store.ts'
import type { DocumentHeader, DocumentLine } from '../storage/document.ts'
import { otherPlace, person, place, seedCompany } from './small-company.ts'

const companies = [place.companyCode, otherPlace.companyCode]

/** The account of a user to whom inspections are assigned. */
export const inspectorAccount = 'inspector'

/** The password of the ERP account of the world's interface. */
export const worldErpPassword = 'geheim'

/** A seeded database with an ERP, and persons created as needed. */
export interface World {
  companyCode: string
  database: Database
  erp: FakeErp
  /** Encrypts the passwords of its interfaces. */
  secrets: SecretBox
  /** May read everything in the company and change nothing. */
  onlooker: Session
  /** A new person on each call with only this permission, so that four eyes never refuse. */
  actorFor(name: string, action: string): Actor
  create(name: string, request: CreateRequest): Promise<ActionResult>
  /** Performs an action on the current version, by a permitted person. */
  act(
    name: string,
    id: string,
    action: string,
    request?: Partial<ActionRequest>,
  ): Promise<ActionResult>
  read(name: string, id: string): Promise<{ header: DocumentHeader; lines: DocumentLine[] }>
  /** Sends postings to the ERP until none is due: of all companies; in a world of one company (`in`) of that one. */
  send(): Promise<void>
  /** Reads the ERP's documents for those that were made there, past us; returns how many are new. */
  watchErp(): Promise<number>
  /** The same world with the people and postings of one company. */
  in(companyCode: string): World
  /** Counts the statements of `work`, without shared announcements. */
  statements(work: () => Promise<unknown>): Promise<number>
  /** Calls `work` before the database is closed. */
  onClose(work: () => Promise<void>): void
  close(): Promise<void>
}

/** The function codes needed for an action; to create a document, those of the actions its pages perform with it. */
function codesFor({ actions, pages }: AnyDocument, action: string): ReadonlySet<string> {
  const performed =
    action === 'create'
      ? Object.values(pages).flatMap(({ actionAfterCreate = [] }) => actionAfterCreate)
      : [action]
  return new Set(performed.flatMap((name) => actions[name]?.functionCode ?? []))
}

/** What every world begins with. */
const smallCompany: Beginning = {
  name: 'kufang_small_company',
  async write(connectionString) {
    const database = openDatabase({ connectionString, connectionsMax: 1 })
    try {
      await seedCompany(database)
      // Enough materials for documents in which every line has a different one.
      await database.query(
        `insert into material (material_no, description, material_group, unit, needs_inspection, hazard_class, required_spares)
         select material_no || '-' || n, description || n, material_group, unit, needs_inspection, hazard_class, required_spares
         from material, generate_series(1, 100) n where material_no in ('M-BOLT', 'M-VALVE')`,
      )
      await database.query(
        `insert into app_user (account, user_name, password_hash, created_by, changed_by)
         values ($1, '质检员', 'x', gen_random_uuid(), gen_random_uuid())`,
        [inspectorAccount],
      )
      await mayInspect(database, inspectorAccount)
    } finally {
      await database.close()
    }
  },
}

/** Gives an account what deciding about inspected goods needs, in all plants of all companies. */
export async function mayInspect(database: Database, account: string): Promise<void> {
  await database.query(
    `insert into user_role (user_id, role_code, granted_by) select id, unnest($2::text[]), id from app_user where account = $1`,
    [account, rolesFor(documentDefinition('inspection-order')!, 'decide')],
  )
  await database.query(
    `insert into user_plant (user_id, company_code, created_by, created_by_name)
     select u.id, c.company_code, u.id, '' from app_user u, company c where u.account = $1`,
    [account],
  )
}

export async function createWorld(): Promise<World> {
  const made = await createTestDatabase(smallCompany)
  const database = openDatabase({ connectionString: made.connectionString, connectionsMax: 8 })
  let count = 0
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const texts = given[0] instanceof Pipeline ? given[0].texts : ['']
      count += texts.filter((text) => text !== announcement).length
      return query(...given)
    }) as typeof client.query
  })
  const erp = new FakeErp()
  await erp.start()
  const folder = mkdtempSync(join(tmpdir(), 'kufang-world-'))
  const secrets = openSecretBox({ dataFolder: folder })
  for (const interfaceCode of ['material-document', 'outbound-delivery'] as const)
    await database.transaction((tx) =>
      saveInterface(tx, secrets, {
        companyCode: '',
        interfaceCode,
        change: {
          account: 'KUFANG',
          secret: worldErpPassword,
          timeoutMs: 5_000,
          retriesMax: 1,
          retryDelaySeconds: 0,
          isOn: true,
          isSimulated: false,
        },
        userId: randomUUID(),
      }),
    )
  const problems: unknown[] = []
  const closing: (() => Promise<void>)[] = []
  /** Turns the interface of every other company off or on. */
  const setOthers = (companyCode: string, isOn: boolean) =>
    database.transaction(async (tx) => {
      for (const other of companies.filter((one) => one !== companyCode))
        await saveInterface(tx, secrets, {
          companyCode: other,
          interfaceCode: 'material-document',
          change: {
            account: 'KUFANG',
            secret: worldErpPassword,
            retriesMax: 1,
            retryDelaySeconds: 0,
            isOn,
          },
          userId: randomUUID(),
        })
    })
  async function watchErp(): Promise<number> {
    const access = { database, secrets, defaultBaseUrl: erp.url, onError: () => undefined }
    const connections = new ErpConnections(access)
    return watchCompany(
      { database, connections, onSettled: settleDocument },
      place.companyCode,
      new Date().toISOString(),
    )
  }

  async function sendAll(): Promise<void> {
    // A new sender per call: a running one would send before the test expects it.
    const sender = startErpSender({
      database,
      secrets,
      defaultBaseUrl: erp.url,
      outgoing: { hosts: [], allowsLoopback: true },
      onError: (error) => problems.push(error),
      log: () => undefined,
      onSettled: settleDocument,
      pollMs: 3_600_000,
    })
    await sender.drain()
    await sender.stop()
    if (problems.length > 0) throw new AggregateError(problems.splice(0), 'the sender broke')
  }
  const worldOf = (companyCode: string, send: World['send']): World => {
    const scope = { companyCodes: [companyCode] }
    const onlooker = person('旁观者', ['admin'], scope)
    const read: World['read'] = async (name, id) => {
      const loaded = await loadVisible(database, tableByName(name), onlooker, id)
      if (!loaded) throw new Error(`${name} ${id} is not there`)
      return loaded
    }
    const actorFor: World['actorFor'] = (name, action) => {
      const { definition } = tableByName(name)
      const isDraft = action === 'create' || action === 'edit'
      const roles = isDraft ? rolesForDrafts(definition, action) : rolesFor(definition, action)
      const all = [...roles, ...rolesForAmounts(definition, action)]
      const made = person(`${action} 的人`, all, scope)
      // Only the person to whom journeys assign an inspection decides it, and only its author withdraws a note; four eyes go
      // by the user, not the account.
      const isInspecting = ['inspection-order', 'inspection-record', 'stock-note'].includes(name)
      const session = isInspecting ? { ...made, account: inspectorAccount } : made
      return { session, functionCodes: codesFor(definition, action) }
    }
    return {
      companyCode,
      database,
      erp,
      secrets,
      onlooker,
      actorFor,
      read,
      create: (name, request) =>
        createDocument(database, actorFor(name, 'create'), name, request, newId()),
      async act(name, id, action, request = {}) {
        const { header } = await read(name, id)
        return runAction(
          database,
          actorFor(name, action),
          name,
          id,
          action,
          { version: header.version, ...request },
          newId(),
        )
      },
      send,
      watchErp,
      in: (other) =>
        worldOf(other, async () => {
          await setOthers(other, false)
          await sendAll()
          await setOthers(other, true)
        }),
      async statements(work) {
        const before = count
        await work()
        return count - before
      },
      onClose: (work) => void closing.push(work),
      async close() {
        for (const work of closing) await work()
        await erp.stop()
        await database.close()
        await made.drop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
  return worldOf(place.companyCode, sendAll)
}
