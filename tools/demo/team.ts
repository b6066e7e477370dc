import type { CallLog } from './call-log.ts'
import { signIn } from './client.ts'
import { Person } from './person.ts'

/** The users of the demonstration company, each with a separate account. */
export interface Team {
  admin: Person
  buyer: Person
  shiftLeader: Person
  inspector: Person
  qualitySupervisor: Person
  requester: Person
  unitHead: Person
  poster: Person
  materialEngineer: Person
  materialChief: Person
  storekeeperOf(companyCode: string): Person
}

/** The password of all demonstration accounts (issue 2, "identity"). */
const password = 'Kufang@2026'

export async function signInTeam(address: string, log: CallLog): Promise<Team> {
  const person = async (account: string) =>
    new Person(await signIn(address, account, password, log))
  const keepers = new Map([
    ['1010', await person('storekeeper')],
    ['1020', await person('storekeeper2')],
  ])
  return {
    admin: await person('admin'),
    buyer: await person('buyer'),
    shiftLeader: await person('shiftleader'),
    inspector: await person('inspector'),
    qualitySupervisor: await person('qualitysupervisor'),
    requester: await person('requester'),
    unitHead: await person('unithead'),
    poster: await person('poster'),
    materialEngineer: await person('engineer'),
    materialChief: await person('chief'),
    storekeeperOf(companyCode) {
      const keeper = keepers.get(companyCode)
      if (keeper === undefined)
        throw new Error(`company ${companyCode} has no storekeeper's account`)
      return keeper
    },
  }
}
