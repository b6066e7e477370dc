import { arrived, called } from '../../document/testing/core-flow.ts'
import { goods, newPlace } from '../../document/testing/ground.ts'
import type { World } from '../../document/testing/world.ts'

// Record sheets of ten valves, whose material group has the characteristic C10, and the orders decided beside them.

/** An inspection notice of ten valves, called for inspection. */
export async function calledNotice(world: World): Promise<{ notice: string; arrival: string }> {
  const { notice, arrival } = await arrived(world, await newPlace(world), goods(1))
  await called(world, notice)
  return { notice, arrival }
}

export const sheetOf = (id: string, ...lines: Record<string, unknown>[]) => ({
  header: { testPlace: '质量检验站' },
  lines: lines.map((line) => ({
    source: { id, lineNo: 1 },
    quantity: '10',
    characteristic: 'C10',
    ...line,
  })),
})
export const concluded = (world: World, id: string, ...lines: Record<string, unknown>[]) =>
  world.create('inspection-record', { ...sheetOf(id, ...lines), actionAfterCreate: 'conclude' })
export const orderOf = (id: string, accepted: string, line: Record<string, unknown> = {}) => ({
  header: { inspectionMethod: 'full' },
  lines: [
    {
      source: { id, lineNo: 1 },
      quantity: '10',
      acceptedQuantity: accepted,
      rejectedQuantity: String(10 - Number(accepted)),
      ...(accepted === '10' ? {} : { defectClass: 'dimension' }),
      ...line,
    },
  ],
})
export const decided = (world: World, ...given: Parameters<typeof orderOf>) =>
  world.create('inspection-order', { ...orderOf(...given), actionAfterCreate: 'decide' })
export const firstLine = async (world: World, name: string, id: string) =>
  (await world.read(name, id)).lines[0]!
