import type { ActionResult, CreateRequest } from '@kufang/contract/document/api.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import '../../server/src/journeys.ts'
import { demonstrationUnit, requesters } from '../../server/src/demonstration/partners.ts'
import type { Job } from '../../server/src/document/journey/journey.ts'
import type { WalkedLine, Walker } from '../../server/src/document/journey/walk.ts'
import type { Person } from './person.ts'
import type { Team } from './team.ts'
import { dayFromToday } from './today.ts'

/** What a walk over HTTP begins with, and what is particular about it. */
export interface Beginning {
  /** The keys of its requests begin with it. */
  key: string
  companyCode: string
  /** The ERP's document, with as much of its lines as is wanted. */
  id: string
  lines: readonly WalkedLine[]
  /** Changes what is sent to make a document. */
  amend?: (name: string, request: CreateRequest) => void
}

/** Walks journeys over HTTP, each step by the account whose work it is; `made` has the documents it met, by name. */
export function teamWalker(
  team: Team,
  beginning: Beginning,
): Walker & { made: Map<string, string> } {
  const made = new Map<string, string>()
  const versions = new Map<string, number>()
  const seen = (result: ActionResult): ActionResult => {
    versions.set(result.id, result.version)
    return result
  }
  const key = (name: string, step: string) => `${beginning.key} ${name} ${step}`
  const personOf = (by: Job): Person => {
    if (by === 'supplier') return team.buyer
    return by === 'storekeeper' ? team.storekeeperOf(beginning.companyCode) : team[by]
  }
  return {
    made,
    ground: {
      today: dayFromToday(0) as LocalDate,
      companyCode: beginning.companyCode,
      plant: '',
      storageLocation: '',
      bin: '',
      pickingUnit: demonstrationUnit.pickingUnit,
      requester: requesters.find(({ account }) => account === 'requester')!.requester,
      inspectorAccount: 'inspector',
    },
    async create(name, by, request) {
      beginning.amend?.(name, request)
      const result = seen(await personOf(by).create(name, request, key(name, 'make')))
      made.set(name, result.id)
      return result
    },
    async act(name, id, action, by, input) {
      const person = personOf(by)
      const version = versions.get(id)
      const result =
        version === undefined
          ? await person.openAndAct(name, id, action, key(name, action), input)
          : await person.act(name, { id, version }, action, key(name, action), input)
      return seen(result)
    },
    propose: (name, by, sources) => personOf(by).propose(name, sources),
    linesOf: async (name, id) =>
      id === beginning.id
        ? beginning.lines
        : ((await team.admin.open(name, id)).lines as unknown as WalkedLine[]),
    async successorOf(name, id, successor) {
      const { nodes } = await team.admin.flow(name, id)
      const found = nodes.find((node) => node.type === successor)?.id
      if (found !== undefined) made.set(successor, found)
      return found
    },
    // Nothing that is walked here waits for the ERP; faults and all, it is waited for once for everybody.
    erpAnswers: () => Promise.resolve(),
    mirror: () => Promise.resolve(beginning.id),
  }
}
