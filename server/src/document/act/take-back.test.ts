import { beforeAll, expect, test } from 'vitest'
import { stocked } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { approveReversal, expectRefused, useWorld } from '../testing/trade.ts'
import { effectsOf, registerEffects } from '../effects/effects.ts'

// Actions that reverse goods are recognised by what they do, not by name. Two actions of an initialisation do so here
// under other names.

const world = useWorld()
beforeAll(() => {
  const own = effectsOf('stock-initialisation')
  registerEffects([
    {
      ...own,
      actions: {
        ...own.actions,
        reverse: ({ reverseMoves }) => reverseMoves(),
        initialise: async (context) => {
          await own.actions['initialise']!(context)
          context.afterwards(async () => {
            await context.documents.post('stock-initialisation', '1010', context.document.id)
          })
        },
        post: ({ reverseMoves }) => reverseMoves(),
      },
    },
  ])
})
const begun = async () => stocked(world(), await newPlace(world()), goods(1))
const states = (id: string) =>
  world().database.query<{ state: string }>(
    'select state from erp_posting where document_id = $1 order by sequence',
    [id],
  )

test('goods do not go back while they stand in the books, whatever the action is called', async () => {
  const id = await begun()
  await world().send()
  expect((await world().read('stock-initialisation', id)).header.erpState).toBe('posted')
  await approveReversal(world(), 'stock-initialisation', id)
  await expectRefused(world(), () => world().act('stock-initialisation', id, 'reverse'), [
    { code: 'wrong-erp-state' },
  ])
})

test('goods do not go back while the ERP may have them, whatever the action is called', async () => {
  world().erp.faults.push('period-closed')
  const id = await begun()
  await world().send()
  expect((await world().read('stock-initialisation', id)).header.erpState).toBe('failed')
  await world().database.query(
    `update erp_posting set is_outcome_open = true where document_id = $1`,
    [id],
  )
  await expectRefused(world(), () => world().act('stock-initialisation', id, 'post'), [
    { code: 'posting-in-flight' },
  ])
})

test('what the ERP refused is closed when the goods go back, whatever the action is called', async () => {
  world().erp.faults.push('period-closed')
  const id = await begun()
  await world().send()
  expect(await states(id)).toEqual([{ state: 'rejected' }])
  await world().act('stock-initialisation', id, 'post')
  expect(await states(id)).toEqual([{ state: 'closed' }])
})
