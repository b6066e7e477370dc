import { loadOrdersFile, loadSeedFile } from './load-orders-file.ts'
import { serve } from './server.ts'
import { openStandIn } from './system.ts'

const folder = process.env.STAND_IN_DATA
if (folder === undefined || folder === '') {
  console.error('erp stand-in: STAND_IN_DATA must name a folder')
  process.exit(2)
}

const system = openStandIn(folder, process.env.STAND_IN_FSYNC === '1')
const { settings } = system
settings.user = process.env.STAND_IN_USER ?? settings.user
settings.password = process.env.STAND_IN_PASSWORD ?? settings.password
settings.client = process.env.STAND_IN_CLIENT ?? settings.client

const seedFile = process.env.STAND_IN_SEED
if (seedFile !== undefined && seedFile !== '') loadSeedFile(system, seedFile)
const ordersFile = process.env.STAND_IN_ORDERS
if (ordersFile !== undefined && ordersFile !== '') {
  loadOrdersFile(system, ordersFile, process.env.STAND_IN_PLANTS)
}

const server = await serve(system, process.env.HOST ?? '127.0.0.1', Number(process.env.PORT ?? '0'))

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await server.close()
  system.close()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stop().catch((problem: unknown) => {
      console.error('erp stand-in: could not stop cleanly', problem)
      process.exitCode = 1
    })
  })
}

console.log(`erp stand-in ready ${server.url}`)
