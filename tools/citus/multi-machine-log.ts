import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { run, type CitusCluster } from './cluster.ts'

/** The statements that ran on several machines, as the coordinator logs them. */
export class MultiMachineLog {
  readonly #file: string
  readonly #from: number

  private constructor(file: string) {
    this.#file = file
    this.#from = statSync(file).size
  }

  /** From the next connection on the statements of the database are logged. */
  static async open(cluster: CitusCluster, database: string): Promise<MultiMachineLog> {
    await run(
      cluster.url('postgres'),
      `alter database ${database} set citus.multi_task_query_log_level = 'log'`,
    )
    return new MultiMachineLog(join(cluster.folder, 'node0.log'))
  }

  /** The beginnings of their texts since the beginning, most frequent first. */
  statements(): { text: string; count: number }[] {
    const log = readFileSync(this.#file).subarray(this.#from).toString()
    const counts = new Map<string, number>()
    for (const [, statement] of log.matchAll(
      /multi-task query about to be executed\n(?:.*HINT: .*\n)?.*STATEMENT:  (.*\n(?:\t.*\n)*)/g,
    )) {
      const text = statement!.replaceAll(/\s+/g, ' ').slice(0, 160)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    return [...counts]
      .map(([text, count]) => ({ text, count }))
      .toSorted((one, other) => other.count - one.count)
  }
}
