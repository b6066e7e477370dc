import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@kufang/kernel/identifier.ts'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { erpOf } from '../../erp.ts'
import type { ErpConnections } from '../../erp/gateway.ts'
import { interfaceCodes, saveInterface } from '../../erp/interface-settings.ts'
import { startErpSender } from '../../erp/sender.ts'
import { type StandIn, standInPassword, startStandIn } from '../../erp/testing/stand-in.ts'
import type { ServerContext } from '../../platform/http/context.ts'
import { settleDocument } from '../act/settle.ts'
import type { World } from './world.ts'

/** A world whose ERP is the stand-in, for all interfaces. */
export interface WithStandIn {
  standIn: StandIn
  connections: ErpConnections
  /** For routes that read the ERP. */
  context: ServerContext
  /** Sends postings until none is due. */
  send(): Promise<void>
}

/** Starts a stand-in for the tests of a file and makes it the ERP of their world. */
export function useStandIn(world: () => World): () => WithStandIn {
  let made: WithStandIn | undefined
  let folder: string | undefined
  beforeAll(async () => {
    const standIn = await startStandIn()
    folder = mkdtempSync(join(tmpdir(), 'kufang-erp-'))
    const { database } = world()
    const outgoing = { hosts: [], allowsLoopback: true }
    const context = {
      database,
      dataFolder: folder,
      erpUrl: standIn.url,
      settings: { outgoingHosts: [], demonstration: true },
      log: pino({ level: 'silent' }),
    } as unknown as ServerContext
    const { secrets, connections } = erpOf(context)
    for (const interfaceCode of interfaceCodes)
      await database.transaction((tx) =>
        saveInterface(tx, secrets, {
          companyCode: '',
          interfaceCode,
          change: {
            baseUrl: standIn.url,
            account: 'KUFANG',
            secret: standInPassword,
            sapClient: '100',
            timeoutMs: 20_000,
            retryDelaySeconds: 0,
          },
          userId: newId(),
        }),
      )
    const send = async () => {
      const sender = startErpSender({
        database,
        secrets,
        defaultBaseUrl: standIn.url,
        outgoing,
        onError: (error) => {
          throw error
        },
        log: () => undefined,
        onSettled: settleDocument,
        pollMs: 3_600_000,
      })
      for (let round = 0; round < 5; round += 1) await sender.drain()
      await sender.stop()
    }
    made = { standIn, connections, context, send }
  })
  afterAll(async () => {
    await made?.standIn.stop()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    if (made === undefined) throw new Error('the stand-in is not started yet')
    return made
  }
}
