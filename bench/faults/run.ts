import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { CallLog } from '../../tools/demo/call-log.ts'
import { shortenWaits } from '../../tools/demo/faults.ts'
import type { Team } from '../../tools/demo/team.ts'
import { ActBook } from './act-book.ts'
import { Dice } from './dice.ts'
import { Gate } from './gate.ts'
import { prepareGoods } from './goods.ts'
import { journeyKinds, Load } from './load.ts'
import { gatherPeople, signIn } from './people.ts'
import type { Figures } from './results.ts'
import type { Site } from './site.ts'
import { Auditor } from './verify.ts'
import type { Findings } from './verify.ts'

const clients = 20
const unsettled = `'pending', 'sending', 'unknown'`
const settlePatienceMs = 300_000

/** One run of faults: the site, its clients, and the checks in between. */
export class Run {
  readonly site: Site
  readonly team: Team
  readonly dice: Dice
  readonly isQuick: boolean
  readonly say: (line: string) => void
  readonly figures: Figures
  readonly book: ActBook
  readonly log: CallLog
  readonly #gate: Gate
  readonly #load: Load
  readonly #auditor: Auditor
  #looks = 0
  readonly #wrong = { proofRows: 0, lost: 0, miscounted: 0, halves: 0, derived: 0, erp: 0 }
  #last: Findings | undefined

  private constructor(parts: {
    site: Site
    team: Team
    dice: Dice
    isQuick: boolean
    say: (line: string) => void
    figures: Figures
    book: ActBook
    log: CallLog
    gate: Gate
    load: Load
    auditor: Auditor
  }) {
    this.site = parts.site
    this.team = parts.team
    this.dice = parts.dice
    this.isQuick = parts.isQuick
    this.say = parts.say
    this.figures = parts.figures
    this.book = parts.book
    this.log = parts.log
    this.#gate = parts.gate
    this.#load = parts.load
    this.#auditor = parts.auditor
  }

  /** Prepares users and goods on a running site and starts the clients. */
  static async begin(
    site: Site,
    options: { seed: number; isQuick: boolean; say: (line: string) => void; figures: Figures },
  ): Promise<Run> {
    const { seed, isQuick, say } = options
    const [book, log, gate] = [new ActBook(), new CallLog(), new Gate()]
    const dice = new Dice(seed)
    const people = { address: site.address, log, book, gate, dice: new Dice(seed + 1), say }
    const team = await gatherPeople(people)
    await shortenWaits(team)
    const goods = await prepareGoods(site, team, isQuick ? 400 : 3000)
    say(`${goods.deliveries.length} deliveries, ${goods.withdrawals.length} withdrawals ready`)
    const auditor = new Auditor(site, book)
    await auditor.begin()
    book.acts.length = 0
    const load = new Load(team, goods, new Dice(seed + 2))
    const run = new Run({ ...options, site, team, dice, book, log, gate, load, auditor })
    load.start(clients)
    return run
  }

  /** Waits a random time while the clients work. */
  async workOn(leastMs: number, mostMs: number): Promise<void> {
    await pause(this.dice.between(leastMs, mostMs))
    if (this.#load.failure !== undefined) throw this.#load.failure
  }

  enter(stage: string): void {
    this.book.stage = stage
    this.say(`— ${stage}`)
  }

  /** Pauses the clients, checks the data (settled: after all postings have a result), resumes them. */
  async look(what: string, isSettled = false): Promise<void> {
    await this.#gate.close()
    try {
      if (isSettled) await this.#settle()
      const findings = await this.#lookPatiently(isSettled)
      this.#looks += 1
      this.#last = findings
      for (const name of ['proofRows', 'lost', 'miscounted', 'halves', 'derived', 'erp'] as const) {
        const found = findings[name]
        this.#wrong[name] += found.length
        for (const line of found.slice(0, 5)) this.say(`! ${what}: ${name}: ${line}`)
      }
      const { looked } = findings
      this.say(
        `  ${what}: ${looked.acts} acts (${this.book.count('acknowledged')} acknowledged, ${this.book.count('unacknowledged')} not, ${looked.unacknowledgedThere} of those there), ${looked.documents} documents, ${looked.erpDocuments} in the ERP`,
      )
    } finally {
      this.#gate.open()
    }
  }

  /** Waits until all postings have a result. No client may post meanwhile. */
  async #settle(): Promise<void> {
    for (const until = Date.now() + settlePatienceMs; ; await pause(500)) {
      const [row] = await this.site.database.query<{ count: number }>(
        `select count(*)::int as count from erp_posting where state in (${unsettled})`,
      )
      if (row!.count === 0 && (await this.#resendRefused()) === 0) return
      await this.site.supervise()
      if (Date.now() > until) throw new Error(`the ERP still owes ${row!.count} answers`)
    }
  }

  /** Sends postings the ERP refused again, as a person would; returns their number. */
  async #resendRefused(): Promise<number> {
    const refused = await this.site.database.query<{ companyCode: string; id: string }>(
      `select company_code, id from erp_posting where state in ('rejected', 'dead')`,
    )
    const token = await this.signIn('poster')
    for (const { companyCode, id } of refused) {
      const response = await fetch(new URL(`/api/erp/postings/${id}/retry`, this.site.address), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `faults retry ${randomUUID()}`,
        },
        body: JSON.stringify({ companyCode }),
      })
      if (!response.ok)
        throw new Error(`a refused posting is not sent again: ${await response.text()}`)
    }
    return refused.length
  }

  /** Checks that clients make progress; clients that wait forever would hide a fault. */
  async untilWorks(): Promise<void> {
    const before = this.book.count('acknowledged')
    for (const until = Date.now() + 120_000; ; await pause(50)) {
      if (this.book.count('acknowledged') > before + 5) return
      if (this.#load.failure !== undefined) throw this.#load.failure
      await this.site.supervise()
      if (Date.now() > until) throw new Error('no client gets on any more')
    }
  }

  /** Waits for a condition while the clients work. */
  async until(isSo: () => boolean): Promise<void> {
    for (const until = Date.now() + 120_000; !isSo(); await pause(50)) {
      if (this.#load.failure !== undefined) throw this.#load.failure
      if (Date.now() > until) throw new Error('what was waited for did not happen')
    }
  }

  /** Number of 5xx responses so far. */
  get failures(): number {
    return this.book.failures.values().reduce((sum, count) => sum + count, 0)
  }

  get isPostgresOver(): boolean {
    return this.site.isPostgresOver
  }

  signIn(account: string): Promise<string> {
    return signIn(this.site.address, account)
  }

  async end(): Promise<void> {
    await this.#load.stop()
    if (this.#load.failure !== undefined) throw this.#load.failure
    this.enter('the end')
    await this.look('in the end', true)
    for (const [name, count] of [...this.#load.ended].toSorted(([one], [other]) =>
      one.localeCompare(other),
    ))
      this.say(`  journeys ${name}: ${count}`)
    for (const [name, words] of this.#load.refusals) this.say(`  journeys ${name}: ${words}`)
    for (const kind of journeyKinds)
      this.figures.add(
        `journeys of kind ${kind} that came to their end`,
        this.#load.ended.get(`${kind}: done`) ?? 0,
        'journeys',
        { least: 1 },
      )
    for (const [stage, count] of this.book.failures)
      this.say(`  answers 5xx during ${stage}: ${count}`)
    const { figures, book } = this
    figures.add('looks into the books', this.#looks, 'looks', { least: 1 })
    figures.add('acts acknowledged', book.count('acknowledged'), 'acts', { least: 100 })
    figures.add('acts refused', book.count('refused'), 'acts')
    figures.add('acts unacknowledged', book.count('unacknowledged'), 'acts')
    figures.add(
      'unacknowledged acts that are there wholly',
      this.#last!.looked.unacknowledgedThere,
      'acts',
    )
    figures.add(
      'acts sent again after no answer',
      book.acts.filter((act) => act.attempts > 1).length,
      'acts',
    )
    figures.add('answered acts sent once more', this.log.repeated, 'acts')
    for (const contradiction of this.log.contradictions) this.say(`! ${contradiction}`)
    figures.add('second answers that differ', this.log.contradictions.length, 'answers', {
      most: 0,
    })
    figures.add('servers asked to stop under load', this.site.stops, 'servers')
    figures.add('servers that did not stop cleanly', this.site.uncleanStops, 'servers', { most: 0 })
    figures.add('rows of the proofs', this.#wrong.proofRows, 'rows', { most: 0 })
    figures.add('acknowledged acts lost or changed', this.#wrong.lost, 'acts', { most: 0 })
    figures.add('acts done more or less often than asked for', this.#wrong.miscounted, 'kinds', {
      most: 0,
    })
    figures.add(
      'derived states without exactly one entry in the log',
      this.#wrong.derived,
      'states',
      {
        most: 0,
      },
    )
    figures.add('documents done by halves', this.#wrong.halves, 'documents', { most: 0 })
    figures.add('ERP documents missing, double or strange', this.#wrong.erp, 'documents', {
      most: 0,
    })
    figures.add('ERP documents by our keys', this.#last!.looked.erpDocuments, 'documents', {
      least: 1,
    })
  }

  /** Uses the proofs of another work tree, whose version created the database; by default ours. */
  judgeBy(tree?: string): void {
    // The folder of the versions that had the ledger in the area of the stock is the second one.
    const folders = ['server/src/ledger/proofs/', 'server/src/stock/proofs/']
    const folder = folders.find((one) => tree !== undefined && existsSync(join(tree, one)))
    if (tree !== undefined && folder === undefined) throw new Error(`${tree} has no proofs`)
    this.#auditor.proofs =
      tree === undefined || folder === undefined ? undefined : pathToFileURL(join(tree, folder))
  }

  /** Retries while the database is starting, which takes up to a minute on a busy machine. */
  async #lookPatiently(isSettled: boolean): Promise<Findings> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#auditor.look(isSettled)
      } catch (error) {
        if (attempt === 200) throw error
        await pause(300)
      }
    }
  }
}
