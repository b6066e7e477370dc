import { Figures } from '../../bench/faults/results.ts'
import { Run } from '../../bench/faults/run.ts'
import type { Site } from '../../bench/faults/site.ts'
import {
  killAfterAnswer,
  killPostgres,
  killServers,
  twoServers,
} from '../../bench/faults/stages.ts'
import { run as execute, type CitusCluster } from './cluster.ts'

/** The clients and checks of `npm run faults`, while workers, the coordinator and servers of the product are killed. */
export async function killWorkers(
  site: Site,
  cluster: CitusCluster,
  isQuick: boolean,
  say: (line: string) => void,
): Promise<string> {
  const figures = new Figures((line) => say(`  ${line}`))
  await site.serve(1)
  const run = await Run.begin(site, { seed: 20261121, isQuick: true, say, figures })
  await run.untilWorks()
  await twoServers(run, 3)
  await killWorker(run, cluster, isQuick ? 3 : 10)
  await killServers(run, isQuick ? 3 : 10)
  await killPostgres(run, isQuick ? 3 : 9)
  await killAfterAnswer(run, 2)
  await run.end()
  await site.serve(0)
  if (!figures.hold) throw new Error('a goal does not hold, see above')
  return 'no proof has a row and no acknowledged act is lost, with machines of the cluster and servers killed'
}

/** Kills a worker under load and starts it again after a while. */
async function killWorker(run: Run, cluster: CitusCluster, times: number): Promise<void> {
  run.enter(`a worker killed ${times} times`)
  const { site, dice } = run
  const before = site.restarts
  for (let time = 1; time <= times; time += 1) {
    await site.serve(time % 2 === 0 ? 2 : 1)
    await run.untilWorks()
    await run.workOn(100, 2500)
    const node = dice.pick(cluster.nodes.slice(1))
    await cluster.killNode(node)
    // The others go on, those of the killed one get errors.
    await run.workOn(500, 1500)
    await cluster.startNode(node)
    // What was prepared there is decided every minute; until then its rows stay locked.
    await execute(cluster.url('kufang'), 'select recover_prepared_transactions()')
    await run.look(`worker kill ${time}`)
  }
  run.figures.add('workers killed', times, 'kills', { least: 1 })
  run.figures.add('servers that ended over it', site.restarts - before, 'servers', { most: 0 })
}
