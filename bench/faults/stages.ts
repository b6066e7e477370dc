import { setTimeout as pause } from 'node:timers/promises'
import { faultKinds } from '../../erp-stand-in/src/faults.ts'
import type { Run } from './run.ts'

/** Kills the server at random times, with one process and with two on one database. */
export async function killServers(run: Run, times: number): Promise<void> {
  run.enter(`the server killed ${times} times`)
  const { site, dice } = run
  for (let time = 1; time <= times; time += 1) {
    await site.serve(time % 2 === 0 ? 2 : 1)
    await run.untilWorks()
    await run.workOn(100, 2500)
    const victim = dice.pick(site.servers)
    await victim.kill()
    site.dropEnded()
    await run.look(`kill ${time}`)
  }
  await site.serve(1)
  run.figures.add('servers killed', times, 'kills', { least: 1 })
}

/** Kills PostgreSQL: in turn its main process (everything must be restarted) or a child process. */
export async function killPostgres(run: Run, times: number): Promise<void> {
  run.enter(`PostgreSQL killed ${times} times`)
  const { site, dice } = run
  const before = site.restarts
  await site.serve(2)
  for (let time = 1; time <= times; time += 1) {
    await run.untilWorks()
    await run.workOn(100, 2500)
    if (time % 3 === 0) {
      const backends = await site.database.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = 'kufang' and pid <> pg_backend_pid()`,
      )
      process.kill(dice.pick(backends).pid, 'SIGKILL')
      await pause(300)
    } else {
      process.kill(site.postgresPid, 'SIGKILL')
      await site.restartPostgres()
    }
    await run.look(`database kill ${time}`)
  }
  run.figures.add('databases killed', times, 'kills', { least: 1 })
  run.figures.add(
    'servers that ended over it and were started again',
    site.restarts - before,
    'servers',
  )
}

/** Kills the worker after the ERP has posted and before the product knows it, triggered by the proxy between them. */
export async function killAfterAnswer(run: Run, times: number): Promise<void> {
  run.enter(`the worker killed ${times} times between the ERP's answer and its own commit`)
  const { site } = run
  for (let time = 1; time <= times; time += 1) {
    await site.serve(time % 2 === 0 ? 2 : 1)
    await new Promise<void>((killed) => {
      site.erpProxy.whenBooked(async () => {
        site.erpProxy.whenBooked(null)
        // It is unknown which server sent the request, so both are killed.
        await Promise.all(site.servers.map((server) => server.kill()))
        killed()
        return true
      })
    })
    site.dropEnded()
    await run.look(`kill ${time} after the answer`)
  }
  await site.serve(1)
  await run.look('after the worker was killed', true)
  run.figures.add("workers killed between the ERP's answer and the commit", times, 'kills', {
    least: 1,
  })
}

/** Two processes of the product on one database, without other faults. */
export async function twoServers(run: Run, seconds: number): Promise<void> {
  run.enter(`two servers at once for ${seconds} s`)
  await run.site.serve(2)
  await run.untilWorks()
  await run.workOn(seconds * 1000, seconds * 1000)
  await run.look('two servers', true)
}

/** Cuts and slows down random connections to the database and from the clients. */
export async function breakLines(run: Run, rounds: number): Promise<void> {
  run.enter(`connections cut and delayed, ${rounds} rounds`)
  const { site, dice } = run
  await site.serve(2)
  for (let round = 1; round <= rounds; round += 1) {
    await run.untilWorks()
    const line = round % 2 === 0 ? site.front : site.back
    line.delay(dice.between(5, 60))
    for (let cut = 0; cut < 5; cut += 1) {
      await run.workOn(100, 500)
      line.cut(() => dice.next() < 0.5)
    }
    line.delay(0)
    if (round % 3 === 0) {
      site.back.refuse(true)
      site.back.cut()
      await run.workOn(500, 1500)
      site.back.refuse(false)
    }
    await run.look(`broken lines ${round}`)
  }
  run.figures.add('connections cut', site.front.cuts + site.back.cuts, 'lines', { least: 1 })
}

/** All faults of the ERP stand-in, one after the other, then all at once. */
export async function breakErp(run: Run, secondsEach: number): Promise<void> {
  run.enter('every fault of the ERP')
  const { site } = run
  await site.serve(1)
  const services = ['API_MATERIAL_DOCUMENT_SRV', 'API_PHYSICAL_INVENTORY_DOC_SRV']
  let struck = 0
  for (const kind of faultKinds) {
    await site.erp.breakDown(
      services.map((path) => ({
        kind,
        probability: 0.5,
        seed: run.dice.between(1, 1e9),
        milliseconds: 4000,
        match: { path },
      })),
    )
    const until = Date.now() + 60_000
    for (;;) {
      await run.workOn(secondsEach * 500, secondsEach * 1000)
      const hits = (await site.erp.struck()).get(kind) ?? 0
      if (hits > 0 || Date.now() > until) {
        struck += hits > 0 ? 1 : 0
        break
      }
    }
    await site.erp.mend()
    await run.look(kind)
  }
  await run.look('after the faults of the ERP', true)
  run.figures.add('kinds of ERP faults that struck', struck, 'kinds', {
    least: faultKinds.length,
  })
}
