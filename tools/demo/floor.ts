import type { CreateRequest } from '@kufang/contract/document/api.ts'
import { Refused } from './client.ts'
import type { Delivery } from './delivery.ts'
import type { Team } from './team.ts'

/** Where goods of a storage location stand that fit into no rack: it takes whatever comes. */
const floorBin = 'DZ-01'

/** Refusals of a bin that has no room, or none any more because somebody else was faster. */
const noRoom: ReadonlySet<string> = new Set([
  'bin-not-mixed',
  'bin-overloaded',
  'bin-too-many-pieces',
])

/** Sets up the floor of each storage location that gets goods. */
export async function setUpFloors(team: Team, deliveries: readonly Delivery[]): Promise<void> {
  const locations = Map.groupBy(
    deliveries,
    ({ companyCode, plant, storageLocation }) => `${companyCode}/${plant}/${storageLocation}`,
  )
  for (const [name, [delivery]] of locations) {
    const { companyCode, plant, storageLocation } = delivery!
    const row = {
      companyCode,
      plant,
      storageLocation,
      bin: floorBin,
      area: 'DZ',
      purpose: 'storage',
      allowsMixing: true,
      isFrozen: false,
    }
    await team.admin.client.write('POST', '/api/masters/bin', row, `floor ${name}`)
  }
}

/** Whether a document was refused only because the bins of its lines have no room. */
export const hasNoRoom = (error: unknown): boolean =>
  error instanceof Refused &&
  error.codes.length > 0 &&
  error.codes.every((code) => noRoom.has(code))

/** The same document with the goods on the floor; rejected goods stay where those are kept. */
export const onTheFloor = (request: CreateRequest): CreateRequest => ({
  ...request,
  lines: request.lines.map((line) =>
    line['stockCategory'] === 'BL' ? line : { ...line, bin: floorBin },
  ),
})
