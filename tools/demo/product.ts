import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plants, storageLocations } from '../../server/src/demonstration/organization.ts'
import { startProgram } from './child.ts'

/** The product and the ERP stand-in of this demonstration. */
export interface DemoProduct {
  address: string
  erpAddress: string
  /** The data folder, which also contains the log. */
  dataFolder: string
  /** Stops both. Removes the data unless it is to be kept. */
  stop(keeps: boolean): Promise<void>
}

const startPatienceMs = 600_000

/**
 * Starts an ERP stand-in, with the orders of a file if one is given, and the product connected to it: embedded
 * database, demonstration company, free port, separate folder.
 */
export async function startProduct(
  ordersFile: string | null,
  say: (line: string) => void,
): Promise<DemoProduct> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kufang-demo-'))
  const standInFolder = join(dataFolder, 'erp-stand-in')
  mkdirSync(standInFolder)
  const remove = () => rmSync(dataFolder, { recursive: true, force: true })
  try {
    const standIn = await startProgram({
      name: 'the ERP stand-in',
      program: 'erp-stand-in/src/main.ts',
      environment: {
        PORT: '0',
        STAND_IN_DATA: standInFolder,
        ...(ordersFile === null
          ? {}
          : { STAND_IN_ORDERS: ordersFile, STAND_IN_PLANTS: plantsText() }),
      },
      ready: /^erp stand-in ready (http:\S+)$/,
      patienceMs: startPatienceMs,
    })
    try {
      const product = await startProgram({
        name: 'the product',
        program: 'server/src/launch/main.ts',
        environment: {
          PORT: '0',
          KUFANG_DATA: dataFolder,
          DATABASE_URL: '',
          ERP_URL: standIn.address,
        },
        ready: /^ready (http:\S+)$/,
        patienceMs: startPatienceMs,
        onLine: say,
      })
      return {
        address: product.address,
        erpAddress: standIn.address,
        dataFolder,
        async stop(keeps) {
          await product.stop()
          await standIn.stop()
          if (!keeps) remove()
        },
      }
    } catch (error) {
      await standIn.stop()
      throw error
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** The plants of the demonstration company, in the format of STAND_IN_PLANTS. */
function plantsText(): string {
  return plants
    .map(({ plant, companyCode }) => {
      const own = storageLocations.filter((location) => location.plant === plant)
      return `${plant}@${companyCode}:${own.map((location) => location.storageLocation).join(',')}`
    })
    .join(';')
}
