import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { distribute, run, type CitusCluster } from './cluster.ts'

// As `server/src/platform/testing/cluster.ts` calls them.
const nodesVariable = 'KUFANG_TEST_NODES'
const templateName = 'kufang_template'
const root = join(import.meta.dirname, '../..')

/** The ledger and the documents. */
const usual = [
  'server/src/ledger',
  'server/src/bins',
  'server/src/stock',
  'server/src/receiving',
  'server/src/issue',
  'server/src/transfer',
  'server/src/stocktake',
  'server/src/safe-stock',
  'server/src/document/model',
  'server/src/document/books',
  // Every call that reads.
  'server/src/demonstration/prepare.test.ts',
]

/**
 * Runs tests of the server, each file on a distributed database of its own: a copy of a distributed template on each
 * machine.
 */
export async function runTests(
  cluster: CitusCluster,
  say: (line: string) => void,
  chosen: readonly string[],
): Promise<string> {
  const files = chosen.length > 0 ? chosen : usual
  const template = await cluster.createDatabase(templateName)
  await migrate(template)
  await distribute(template)
  await cluster.freeze(templateName)
  const nodes = cluster.nodes.map((node) => cluster.url('postgres', node))
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project=server',
      ...files,
      // They look at plans of tables on one machine, and plant a trigger, which distributed tables refuse.
      '--exclude=**/*-plan.test.ts',
      '--exclude=**/planted-faults.test.ts',
      // Its last test reads moves from before migration 0755, which a new database does not have.
      '--exclude=**/erp-movement.test.ts',
    ],
    {
      cwd: root,
      env: { ...process.env, [nodesVariable]: nodes.join(' ') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => say(`  ${line}`))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  await run(cluster.url('postgres'), `alter database ${templateName} with is_template false`)
  if (code !== 0) throw new Error('tests fail on the cluster, see above')
  return files.join(', ')
}
