import { beforeAll, describe, expect, test } from 'vitest'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { approveReversal, expectRefused } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { missingTrial } from './testing/missing-trial.ts'

// Ten pieces are counted as packages at the gate, and three are missing when they are unpacked.

const {
  world,
  erp,
  place,
  synchronise,
  configure,
  delivered,
  arrivedOf,
  decide,
  shortageOf,
  received,
  header,
  line,
  proven,
  movements,
  booksAgree,
  balances,
} = missingTrial()

describe.for([
  { route: 'inspection-stock', posting: 'with-receipt', types: ['101', '321', '102'] },
  { route: 'inspection-stock', posting: 'at-arrival', types: ['101', '102', '321'] },
  { route: 'blocked-stock', posting: 'with-receipt', types: ['103', '105', '104'] },
  { route: 'blocked-stock', posting: 'at-arrival', types: ['103', '104', '105'] },
] as const)(
  'missing pieces of an arrival in $route, posted $posting',
  ({ route, posting, types }) => {
    const inStock = route === 'inspection-stock'
    const waits = inStock ? 'QI' : 'GRB'
    const [into, back] = inStock ? ['101', '102'] : ['103', '104']
    beforeAll(async () => {
      await configure('receiving.route', route)
      await configure('receiving.arrivalPosting', posting)
    })

    test('leave the books as goods that never arrived, and can be delivered again', async () => {
      const before = await balances()
      const change = async () => {
        const now = await balances()
        return Object.fromEntries(
          [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((category) => {
            const added = (now[category] ?? 0) - (before[category] ?? 0)
            return added === 0 ? [] : [[category, added]]
          }),
        )
      }
      const { order, orderNo, note, arrival, notice } = await delivered()
      expect(await change()).toEqual({ [waits]: 10 })
      const inspection = await decide(notice, '3')
      const shortage = await shortageOf(inspection)
      // No blocked stock: the missing pieces are nowhere.
      expect(await change()).toEqual({ [waits]: 7 })
      expect(await line('arrival-shortage', shortage)).toMatchObject({
        quantity: '3',
        arrivalNo: (await header('arrival', arrival)).docNo,
      })
      expect(await line('arrival', arrival)).toMatchObject({
        quantity: '10',
        acceptedQuantity: '7',
        rejectedQuantity: '0',
        closedQuantity: '3',
        openQuantity: '7',
      })
      expect(await line('inspection-notice', notice)).toMatchObject({ missingQuantity: '3' })
      expect((await header('inspection-notice', notice)).state).toBe('partlyQualified')
      expect(await header('delivery-note', note)).toMatchObject({ state: 'partlyArrived' })
      expect(await line('delivery-note', note)).toMatchObject({
        doneQuantity: '7',
        openQuantity: '3',
      })
      await proven()

      await received(arrival)
      expect((await header('arrival-shortage', shortage)).erpState).toBe('posted')
      expect((await header('arrival', arrival)).state).toBe('received')
      // A 321 has no order, so only the movements of the order are listed.
      const ofOrder = types.filter((type) => type !== '321')
      const quantities: Record<string, number> = { [into]: 10, [back]: 3, '105': 7 }
      expect(await movements(orderNo)).toEqual(ofOrder.map((type) => `${type} ${quantities[type]}`))
      expect(await change()).toEqual({ UU: 7 })
      await booksAgree()

      // The ERP has received seven, and so has the order here: the rest is with the note until that is written off.
      await synchronise('purchase-order')
      expect(await line('purchase-order', order)).toMatchObject({
        receivedQuantity: '7',
        closedQuantity: '0',
      })
      const rest = await arrivedOf(note, '3')
      expect(await line('arrival', rest.arrival)).toMatchObject({ quantity: '3' })
      await decide(rest.notice, '0', '0', '3')
      await received(rest.arrival)
      expect(await change()).toEqual({ UU: 10 })
      expect((await header('delivery-note', note)).state).toBe('arrived')
      await booksAgree()
    })

    test('that are all of it reach the ERP at once, because no receipt would post them', async () => {
      const { orderNo, note, arrival, notice } = await delivered()
      const inspection = await decide(notice, '10')
      expect((await header('inspection-order', inspection)).state).toBe('unqualified')
      expect((await header('arrival', arrival)).state).toBe('received')
      expect(await header('delivery-note', note)).toMatchObject({ state: 'confirmed' })
      await erp().send()
      expect(await movements(orderNo)).toEqual([`${into} 10`, `${back} 10`])
      await booksAgree()
    })

    test('are never posted before their arrival', async () => {
      const { arrival, notice } = await delivered()
      const shortage = await shortageOf(await decide(notice, '3'))
      if (posting === 'with-receipt') {
        expect((await header('arrival-shortage', shortage)).erpState).toBe('unposted')
        const walker = worldWalker(world(), place())
        const lines = await linesFrom(walker, 'arrival', arrival)
        const receipt = await makeOver(walker, 'goods-receipt', lines, ['receive'])
        await walk(walker, 'goods-receipt', receipt, ['review', 'post'])
      }
      const postings = await world().database.query<{ documentId: string; dependsOn: string[] }>(
        `select p.document_id, coalesce(array_agg(d.document_id) filter (where d.id is not null), '{}') as depends_on
       from erp_posting p left join erp_posting d on d.id = any (p.depends_on)
       where p.document_id = any ($1) group by p.id, p.document_id, p.sequence order by p.sequence`,
        [[arrival, shortage]],
      )
      expect(postings).toEqual([
        { documentId: arrival, dependsOn: [] },
        { documentId: shortage, dependsOn: [arrival] },
      ])
      await erp().send()
      await booksAgree()
    })

    test('are there after all: a withdrawn decision takes everything back, in the ERP first', async () => {
      const { orderNo, note, arrival, notice } = await delivered()
      const inspection = await decide(notice, '3')
      const shortage = await shortageOf(inspection)
      await erp().send()
      const withdraw = () =>
        world().act('inspection-order', inspection, 'withdraw', { input: { reason: '误判' } })
      if (posting === 'at-arrival') {
        const { docNo } = await header('arrival-shortage', shortage)
        await expectRefused(world(), withdraw, [
          { code: 'successor-stands', params: { by: docNo } as never },
        ])
        await approveReversal(world(), 'arrival-shortage', shortage)
        await world().act('arrival-shortage', shortage, 'reverse')
        await erp().send()
        await world().act('arrival-shortage', shortage, 'reversePhysical')
      }
      await withdraw()
      expect((await header('arrival-shortage', shortage)).state).toBe('reversed')
      expect(await line('arrival', arrival)).toMatchObject({
        closedQuantity: '0',
        openQuantity: '10',
        acceptedQuantity: '0',
      })
      expect(await line('inspection-notice', notice)).toMatchObject({
        missingQuantity: '0',
        openQuantity: '10',
      })
      expect(await header('delivery-note', note)).toMatchObject({ state: 'arrived' })
      await proven()
      await decide(notice, '0')
      await received(arrival)
      await booksAgree()
      expect(await movements(orderNo)).toEqual(
        posting === 'at-arrival'
          ? [`${into} 10`, `${back} 3`, `${into} 3`, ...(inStock ? [] : ['105 10'])]
          : [`${into} 10`, ...(inStock ? [] : ['105 10'])],
      )
    })
  },
)
