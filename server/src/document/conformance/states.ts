import { personActions } from '@kufang/contract/document/decide.ts'
import { erpStates, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { describe, expect, test } from 'vitest'
import { waitsForSuccessors } from '../act/explain-refusal.ts'
import { codesOf, type Subject } from './subject.ts'
import { everything } from './everything.ts'

/** The order in which ERP states are reached. */
const reachable: readonly ErpState[] = [
  'unposted',
  'posting',
  'failed',
  'posted',
  'reversing',
  'reversed',
]

/** Tests every action in every wrong state. */
export function testStates(subject: Subject): void {
  const { definition } = subject
  const actions = Object.entries(personActions(definition))

  describe('states', () => {
    for (const state of Object.keys(definition.states)) {
      test(`in ${state} only what ${state} allows is done`, async () => {
        const id = await subject.standing(state)
        const before = await everything(subject.world)
        for (const [action, declared] of actions) {
          if (declared.from.includes(state)) continue
          const actor = subject.world.actorFor(subject.name, action)
          // If only completed successors prevent the action, the refusal names them.
          const code = waitsForSuccessors(definition, action, state)
            ? 'successor-stands'
            : 'wrong-state'
          expect(await codesOf(subject.actAs(actor, id, action)), action).toEqual([code])
        }
        expect(await everything(subject.world)).toEqual(before)
      })
    }

    for (const [action, declared] of actions) {
      if (!declared.erpFrom) continue
      test(`${action} waits for the ERP state it needs`, async () => {
        let tried = 0
        for (const state of declared.from) {
          const natural = (await subject.world.read(subject.name, await subject.standing(state)))
            .header.erpState
          const wrong = (
            natural === 'notNeeded'
              ? [natural]
              : reachable.slice(Math.max(reachable.indexOf(natural), 0))
          ).filter((erpState) => !declared.erpFrom!.includes(erpState))
          // The frame is tested with every wrong ERP state on reference documents; for others one is enough.
          for (const erpState of subject.isReference ? wrong : wrong.slice(0, 1)) {
            const id =
              erpState === natural ? await subject.standing(state) : await subject.bring(state)
            if (erpState !== natural) await subject.bringErp(id, erpState)
            const before = await everything(subject.world)
            const actor = subject.world.actorFor(subject.name, action)
            expect(
              await codesOf(subject.actAs(actor, id, action)),
              `${state}, ${erpState}`,
            ).toEqual(['wrong-erp-state'])
            expect(await everything(subject.world)).toEqual(before)
            tried += 1
          }
        }
        expect(
          tried,
          `no wrong ERP state of ${action} could be reached: ${Object.keys(erpStates).join(', ')}; a document that does not post declares no erpFrom`,
        ).toBeGreaterThan(0)
      })
    }
  })
}
