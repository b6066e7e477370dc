import type { ActionResult, CreateRequest } from '@kufang/contract/document/api.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import '../../server/src/journeys.ts'
import { demonstrationVehicle } from '../../server/src/demonstration/fleet.ts'
import {
  demonstrationUnit,
  requesters,
  suppliers,
} from '../../server/src/demonstration/partners.ts'
import type { Job } from '../../server/src/document/journey/jobs.ts'
import type { Ground } from '../../server/src/document/journey/journey.ts'
import type { WalkedLine, Walker } from '../../server/src/document/journey/walk.ts'
import { hasNoRoom, onTheFloor } from './floor.ts'
import type { Person } from './person.ts'
import type { Team } from './team.ts'
import { dayFromToday } from './today.ts'

/** The initial data of a journey over HTTP. */
export interface Beginning {
  /** Prefix of the idempotency keys of its requests. */
  key: string
  companyCode: string
  /** The mirrored ERP document, with the quantities to use of its lines. */
  id: string
  lines: readonly WalkedLine[]
  /** Changes the request that creates a document. */
  amend?: (name: string, request: CreateRequest) => void
}

/** The place and persons of a journey through the demonstration company. */
export function demonstrationGround(companyCode: string): Ground {
  return {
    today: dayFromToday(0) as LocalDate,
    companyCode,
    plant: '',
    storageLocation: '',
    bin: '',
    otherBin: '',
    elsewhere: { storageLocation: '', bin: '' },
    pickingUnit: demonstrationUnit.pickingUnit,
    requester: requesters.find(({ account }) => account === 'requester')!.requester,
    supplierNo: suppliers[0]!.supplierNo,
    vehicle: demonstrationVehicle.vehicle,
    driver: demonstrationVehicle.driver,
    spareMaterialNo: '13010009',
    inspectorAccount: 'inspector',
  }
}

/** Executes journeys over HTTP, each step with the responsible account; `made` contains the documents by name. */
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
    ground: demonstrationGround(beginning.companyCode),
    async create(name, by, request) {
      beginning.amend?.(name, request)
      const create = async (): Promise<ActionResult> => {
        try {
          return await personOf(by).create(name, request, key(name, 'make'))
        } catch (error) {
          if (!hasNoRoom(error)) throw error
          return personOf(by).create(name, onTheFloor(request), key(name, 'make on the floor'))
        }
      }
      const result = seen(await create())
      made.set(name, result.id)
      return result
    },
    async act(name, id, action, by, { input }) {
      const person = personOf(by)
      const version = versions.get(id)
      const result =
        version === undefined
          ? await person.openAndAct(name, id, action, key(name, action), input)
          : await person.act(name, { id, version }, action, key(name, action), input)
      return seen(result)
    },
    propose: (name, by, sources, page) => personOf(by).propose(name, sources, page),
    linesOf: async (name, id) =>
      id === beginning.id
        ? beginning.lines
        : ((await team.admin.open(name, id)).lines as unknown as WalkedLine[]),
    async successorOf(name, id, successor) {
      const { nodes } = await team.admin.flow(name, id)
      const found = nodes.find((node) => node.type === successor)?.id ?? undefined
      if (found !== undefined) made.set(successor, found)
      return found
    },
    // No step waits for the ERP; all postings are waited for together at the end.
    erpAnswers: () => Promise.resolve(),
    mirror: () => Promise.resolve(beginning.id),
  }
}
