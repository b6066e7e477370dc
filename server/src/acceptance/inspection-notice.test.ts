import { testConformance } from '../document/conformance/conformance.ts'
import { arrived, decided, goods } from '../document/testing/core-flow.ts'
import type { World } from '../document/testing/world.ts'

const confirmed = ['confirmTime', 'confirmInspector'] as const
const inputs = {
  assign: { inspectionUnit: '检验中心', inspectionMethod: 'full', inspectorAccount: 'inspector' },
  confirmTime: {
    unpackingAt: '2026-12-01T02:00:00Z',
    unpackingPlace: '卸货区',
    attendees: ['供应商'],
  },
}

const inspected = (rejected: string, quantity?: string) => async (world: World, id: string) => {
  for (const action of confirmed)
    await world.act(
      'inspection-notice',
      id,
      action,
      action === 'confirmTime' ? { input: inputs.confirmTime } : {},
    )
  if (quantity === undefined) return void (await decided(world, id, rejected))
  await world.create('inspection-order', {
    header: { inspectionMethod: 'sample' },
    lines: [
      { source: { id, lineNo: 1 }, quantity, acceptedQuantity: quantity, rejectedQuantity: '0' },
    ],
    actionAfterCreate: 'decide',
  })
}

testConformance('inspection-notice', {
  async make(world, place, lines) {
    await world.database.query(
      `insert into app_user (account, user_name, password_hash, created_by, changed_by) values ('inspector', '质检员', 'x', gen_random_uuid(), gen_random_uuid()) on conflict do nothing`,
    )
    return (await arrived(world, place, goods(lines))).notice
  },
  states: {
    assigned: ['assign'],
    timeConfirmed: ['confirmTime'],
    inspectorConfirmed: confirmed,
    inspecting: inspected('0', '4'),
    qualified: inspected('0'),
    partlyQualified: inspected('3'),
    unqualified: inspected('10'),
    async cancelled(world, id) {
      const { lines } = await world.read('inspection-notice', id)
      await world.act('arrival', lines[0]!.sourceId!, 'reversePhysical', {
        input: { reason: '错收' },
      })
    },
  },
  inputs,
})
