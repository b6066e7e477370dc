import type { Site } from '../../bench/faults/site.ts'
import { runDemo } from '../demo/run.ts'

/** The work of `npm run demo` through the API, with its comparison of the books. */
export async function demonstrate(site: Site, say: (line: string) => void): Promise<string> {
  await site.serve(1)
  const product = {
    address: site.address,
    erpAddress: site.erpProxy.address,
    dataFolder: site.dataFolder,
    stop: () => Promise.resolve(),
  }
  const options = { ordersFile: null, lines: 30, clients: 4, keeps: true }
  const holds = await runDemo(options, product, (line) => say(`  ${line}`))
  await site.serve(0)
  if (!holds) throw new Error('the demonstration does not hold')
  return 'the demonstration with the faults of the ERP, all books compared'
}
