import { jobs, type Job } from '../../server/src/document/journey/jobs.ts'
import type { CallLog } from './call-log.ts'
import { signIn } from './client.ts'
import { Person } from './person.ts'

/** The users of the demonstration company: one per job, storekeepers by company, and the administrator. */
export type Team = Readonly<Record<Exclude<Job, 'supplier' | 'storekeeper'>, Person>> & {
  readonly admin: Person
  storekeeperOf(companyCode: string): Person
}

/** The password of all demonstration accounts (issue 2, "identity"). */
const password = 'Kufang@2026'

export function signInTeam(address: string, log: CallLog): Promise<Team> {
  return gatherTeam(async (account) => new Person(await signIn(address, account, password, log)))
}

/** The team, each member made from the name of its account. */
export async function gatherTeam(person: (account: string) => Promise<Person>): Promise<Team> {
  const of = async (job: Job) => [job, await person(jobs[job].account)] as const
  // Orders of suppliers are announced by the buyer.
  const {
    supplier: _supplier,
    storekeeper,
    ...others
  } = Object.fromEntries(await Promise.all((Object.keys(jobs) as Job[]).map(of))) as Record<
    Job,
    Person
  >
  const keepers = new Map([
    ['1010', storekeeper],
    ['1020', await person('storekeeper2')],
  ])
  return {
    ...others,
    admin: await person('admin'),
    storekeeperOf(companyCode) {
      const keeper = keepers.get(companyCode)
      if (keeper === undefined)
        throw new Error(`company ${companyCode} has no storekeeper's account`)
      return keeper
    },
  }
}
