import { beforeAll, expect, test } from 'vitest'
import { worldWalker } from '../document/testing/world-walker.ts'
import { missingTrial } from './testing/missing-trial.ts'

// Ten pieces of each of two items arrive together. A test destroys all of the first and two of the second.

const { world, erp, place, configure, delivered, header, proven } = missingTrial()

interface Decided {
  lineNo: number
  quantity: string
  destroyed?: string
  missing?: string
}

/** A decision that accepts and rejects nothing. */
async function decide(notice: string, lines: readonly Decided[]): Promise<string> {
  const { id } = await world().create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: lines.map(({ lineNo, quantity, destroyed = '0', missing = '0' }) => ({
      source: { id: notice, lineNo },
      quantity,
      acceptedQuantity: '0',
      rejectedQuantity: '0',
      missingQuantity: missing,
      destroyedQuantity: destroyed,
    })),
    actionAfterCreate: 'decide',
  })
  return id
}

beforeAll(() => configure('receiving.arrivalPosting', 'with-receipt'))

test.for(['inspection-stock', 'blocked-stock'] as const)(
  'what was destroyed in %s of two items waits for both, and reaches the ERP when the rest of the second is found missing',
  async (route) => {
    await configure('receiving.route', route)
    const { arrival, notice } = await delivered(['10', '20'])
    const inspection = await decide(notice, [
      { lineNo: 1, quantity: '10', destroyed: '10' },
      { lineNo: 2, quantity: '2', destroyed: '2' },
    ])
    const walker = worldWalker(world(), place())
    const sample = await walker.successorOf('inspection-order', inspection, 'sample-withdrawal')
    const erpStates = async () => {
      await erp().send()
      const [of, left] = [
        await header('arrival', arrival),
        await header('sample-withdrawal', sample!),
      ]
      return [of.erpState, left.erpState]
    }
    // A receipt of the second item would post it.
    expect(await erpStates()).toEqual(['unposted', 'unposted'])
    await decide(notice, [{ lineNo: 2, quantity: '8', missing: '8' }])
    expect(await erpStates()).toEqual(['posted', 'posted'])
    await proven()
  },
)
