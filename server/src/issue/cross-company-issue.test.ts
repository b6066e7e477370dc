import type { FlowResponse } from '@kufang/contract/document/api.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { periodOf } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { make, prepareLines, requestFor, wayTo } from '../document/journey/walk.ts'
import { neighboursOf } from '../document/storage/neighbours.ts'
import { goods, newPlace, ordered, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials, person } from '../document/testing/small-company.ts'
import type { Session } from '../platform/session/session.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { readSteps } from '../document/books/steps.ts'
import { closePeriod, openPeriod } from '../ledger/periods/periods.ts'

const name = 'cross-company-issue'

testConformance('cross-company-issue')

describe('goods issued for the internal order of another company', () => {
  const world = useWorld()
  const there = () => world().in('1020')
  const trade = tradeOf(world, name)
  const { header, proven } = trade

  /** A document in this state, with the places in both companies and the internal order. */
  async function issueIn(state: string) {
    const place = await newPlace(world())
    const receiving = await newPlace(there())
    const own = worldWalker(world(), place, worldWalker(there(), receiving))
    const id = await make(own, name, goods(2), wayTo(name, state))
    return { id, place, receiving }
  }
  const arrivalOf = async (id: string): Promise<string> => {
    const [made, ...others] = await neighboursOf(world().database, {
      companyCode: '1010',
      type: name,
      id,
    })
    expect(others).toEqual([])
    expect(made).toMatchObject({ companyCode: '1020', type: 'linked-arrival', isBefore: false })
    return made!.id
  }
  const inErp = async (id: string) =>
    (
      await world().database.query<{
        postingKey: string
        interfaceCode: string
        reference: string
      }>(
        `select posting_key, interface_code, reference from erp_posting where document_id = $1 and direction = 'post' order by sequence`,
        [id],
      )
    ).flatMap((posting) => world().erp.ofPosting(posting))
  const stock = (place: Place) => trade.stock(place, materials.valve)
  const period = (change: typeof closePeriod) =>
    world().database.transaction((tx) => change(tx, '1020', periodOf(companyToday()), newId()))

  test('two documents, one per company: 643 here, then 101 there against the order, and back in the opposite order', async () => {
    const { id, place, receiving } = await issueIn('issued')
    expect(await header(id)).toMatchObject({
      receivingCompany: '1020',
      receivingPlant: '0003',
      receivingStorageLocation: receiving.storageLocation,
    })
    expect(await stock(place)).toMatchObject([{ bin: 'A-01', quantity: '5', reserved: '0' }])
    expect(await stock(receiving)).toEqual([])
    await trade.act(id, 'post')
    await world().send()
    const arrival = await arrivalOf(id)
    const received = await there().read('linked-arrival', arrival)
    const issued = await header(id)
    expect(issued).toMatchObject({ erpState: 'posted', arrivalNo: received.header.docNo })
    expect(received.header).toMatchObject({
      state: 'received',
      erpState: 'posted',
      companyCode: '1020',
      supplyingCompany: '1010',
      issueNo: issued.docNo,
      deliveryNo: issued['deliveryNo'],
      plant: receiving.plant,
      storageLocation: receiving.storageLocation,
    })
    expect(await stock(receiving)).toMatchObject([{ bin: 'A-01', quantity: '10' }])
    const [out] = await inErp(id)
    const [into] = await inErp(arrival)
    expect(out!.items).toMatchObject([
      {
        GoodsMovementType: '643',
        Delivery: issued['deliveryNo'],
        DeliveryItem: '10',
        Plant: '0001',
      },
      {
        GoodsMovementType: '643',
        Delivery: issued['deliveryNo'],
        DeliveryItem: '20',
        Plant: '0001',
      },
    ])
    expect(into!.items).toMatchObject([
      { GoodsMovementType: '101', PurchaseOrder: issued['internalOrderNo'], Plant: '0003' },
      { GoodsMovementType: '101', PurchaseOrder: issued['internalOrderNo'], Plant: '0003' },
    ])
    await proven()

    // Ours is not taken back while theirs stands, neither in the ERP nor on the shelf.
    const stands = {
      code: 'linked-document-stands',
      params: {
        company: '1020',
        document: '关联到货记录',
        documentEn: 'Linked arrival record',
        no: received.header.docNo,
      },
    }
    await approveReversal(world(), 'cross-company-issue', id)
    await expectRefused(world(), () => trade.act(id, 'reverse'), [stands])
    await approveReversal(there(), 'linked-arrival', arrival)
    await there().act('linked-arrival', arrival, 'reverse')
    await world().send()
    await expectRefused(world(), () => trade.act(id, 'reverse'), [stands])
    await there().act('linked-arrival', arrival, 'reversePhysical')
    expect(await stock(receiving)).toEqual([])
    const [line] = received.lines
    const order = await there().read('purchase-order', line!.sourceId!)
    expect(order.lines.map(({ doneQuantity }) => doneQuantity)).toEqual(['0', '0'])
    await trade.act(id, 'reverse')
    await world().send()
    await trade.act(id, 'reversePhysical')
    expect((await header(id)).state).toBe('reversed')
    expect(await stock(place)).toMatchObject([{ bin: 'A-01', quantity: '15' }])
    await proven()
  })

  test('in the flow each company sees the document of the other: state and person only if one may read it there, else number and company', async () => {
    const { id } = await issueIn('issued')
    await trade.act(id, 'post')
    await world().send()
    const arrival = await arrivalOf(id)
    const no = (await there().read('linked-arrival', arrival)).header.docNo
    const neighbourSeen = async (type: string, from: string, session: Session) => {
      const app = await documentCalls(world().database, session)
      const reply = await app.inject({
        method: 'GET',
        url: `/api/documents/${type}/${from}/flow`,
      })
      await app.close()
      const { nodes, edges } = (JSON.parse(reply.body) as { datas: FlowResponse }).datas
      const neighbour = nodes.find(({ companyCode }) => companyCode !== undefined)!
      const own = nodes.find(({ isSelf }) => isSelf)!
      const [before, after] = type === name ? [own, neighbour] : [neighbour, own]
      expect(edges).toContainEqual({
        from: before.key,
        to: after.key,
        quantity: null,
        isLive: true,
      })
      // What he may not read he cannot ask for either: no answer contains its identifier.
      if (neighbour.id === null) expect(reply.body).not.toContain(type === name ? arrival : id)
      return neighbour
    }
    const both = { companyCodes: ['1010', '1020'] }
    const reader = (scope = {}) => person('查询员', ['CKJLCXKGS', 'DHCXKGS'], scope)
    expect(await neighbourSeen(name, id, reader(both))).toMatchObject({
      id: arrival,
      docNo: no,
      companyCode: '1020',
      state: 'received',
      erpState: 'posted',
    })
    const unknown = { id: null, state: '', erpState: '', createdByName: '', createdAt: '' }
    expect(await neighbourSeen(name, id, reader())).toMatchObject({ docNo: no, ...unknown })
    // The page is missing, not the company: the page of creation shows the issues alone.
    const keeper = person('保管员', ['ZTCKKGS'], both)
    expect(await neighbourSeen(name, id, keeper)).toMatchObject({ docNo: no, ...unknown })
    expect(
      await neighbourSeen('linked-arrival', arrival, reader({ companyCodes: ['1020'] })),
    ).toMatchObject({ companyCode: '1010', ...unknown })
    const log = await world().database.query(
      `select company_code, action from audit_entry
       where subject_id = any($1) and action in ('issue', 'post', 'receiveElsewhere', 'create', 'store') order by id`,
      [[id, arrival]],
    )
    expect(log).toEqual([
      { companyCode: '1010', action: 'create' },
      { companyCode: '1010', action: 'issue' },
      { companyCode: '1010', action: 'post' },
      { companyCode: '1020', action: 'create' },
      { companyCode: '1020', action: 'store' },
      { companyCode: '1010', action: 'receiveElsewhere' },
    ])
  })

  test('dangerous goods leave for another company only with a valid safety data sheet', async () => {
    const { id } = await issueIn('approved')
    const { database } = world()
    const setClass = (hazardClass: string) =>
      database.query(`update material set hazard_class = $2 where material_no = $1`, [
        materials.valve,
        hazardClass,
      ])
    await setClass('3')
    await expectRefused(world(), () => trade.act(id, 'issue'), [
      { code: 'safety-sheet-missing', line: 1, params: { material: materials.valve } as never },
    ])
    await database.query(
      `insert into safety_data_sheet (company_code, material_no, sheet_no, issuer, valid_to, file_count)
       values ('1010', $1, 'SDS-9', '供应商甲', '2099-12-31', 1)`,
      [materials.valve],
    )
    await trade.act(id, 'issue')
    await setClass('')
    await proven()
  })

  test('lines are of open items of the internal order: another material, more than is open, an order of their own company, to a supplier or to another plant are refused', async () => {
    const place = await newPlace(world())
    const own = worldWalker(world(), place)
    const lines = await prepareLines(own, name, goods(2))
    const request = await requestFor(own, name, lines)
    const no = String(request.header['internalOrderNo'])
    const isRefused = (
      change: object,
      header: object,
      wanted: Parameters<typeof expectRefused>[2],
    ) =>
      expectRefused(
        world(),
        () =>
          world().create(name, {
            ...request,
            header: { ...request.header, ...header },
            lines: [{ ...request.lines[0]!, ...change }],
          }),
        wanted,
      )
    await isRefused({ internalOrderLine: 2 }, {}, [
      {
        code: 'internal-order-line-wrong',
        line: 1,
        field: 'internalOrderLine',
        params: { no, item: 2, material: materials.valve, items: '1' },
      },
    ])
    await isRefused({ quantity: '11' }, {}, [
      { code: 'quantity-exceeds-open', line: 1, field: 'quantity' },
    ])
    await isRefused({}, { internalOrderNo: '4500000001' }, [
      { code: 'internal-order-unknown', field: 'internalOrderNo', params: { no: '4500000001' } },
    ])
    const receiving = await newPlace(there())
    const orderedFrom = async (supplyingPlant: string) => {
      const id = await ordered(there(), receiving, goods(2), { supplyingPlant })
      return (await there().read('purchase-order', id)).header.docNo
    }
    const ofSupplier = await orderedFrom('')
    await isRefused({}, { internalOrderNo: ofSupplier }, [
      { code: 'internal-order-unknown', field: 'internalOrderNo', params: { no: ofSupplier } },
    ])
    const ofOtherPlant = await orderedFrom('0002')
    await isRefused({}, { internalOrderNo: ofOtherPlant }, [
      {
        code: 'internal-order-other-plant',
        field: 'internalOrderNo',
        params: { no: ofOtherPlant, supplies: '0002', plant: '0001' },
      },
    ])
  })

  test('its items go to one place, which each of them names', async () => {
    const own = worldWalker(world(), await newPlace(world()))
    const request = await requestFor(own, name, await prepareLines(own, name, goods(2)))
    const no = String(request.header['internalOrderNo'])
    const goTo = (line: number, storageLocation: string) =>
      world().database.query(
        `update purchase_order_line l set storage_location = $3 from purchase_order h
         where h.company_code = '1020' and h.doc_no = $1 and l.company_code = h.company_code and l.document_id = h.id
           and l.line_no = $2`,
        [no, line, storageLocation],
      )
    const elsewhere = await newPlace(there())
    await goTo(2, elsewhere.storageLocation)
    await expectRefused(world(), () => world().create(name, request), [
      { code: 'source-mixed', line: 2, field: 'internalOrderLine' },
    ])
    await goTo(2, '')
    await expectRefused(world(), () => world().create(name, request), [
      { code: 'internal-order-without-place', line: 2, params: { no, item: 2 } },
    ])
  })

  test('is not posted while the period of the receiving company is closed', async () => {
    const { id } = await issueIn('issued')
    await period(closePeriod)
    try {
      await expectRefused(world(), () => trade.act(id, 'post'), [
        { code: 'period-closed', params: { company: '1020' } as never },
      ])
    } finally {
      await period(openPeriod)
    }
    expect(await inErp(id)).toEqual([])
  })

  test('while the period of the receiving company is closed, the issue stays posted and says so, and posting it again makes one record there', async () => {
    const { id, receiving } = await issueIn('issued')
    await trade.act(id, 'post')
    await period(closePeriod)
    await world().send()
    const [step] = await readSteps(world().database, name, { companyCode: '1010', id })
    expect(step).toMatchObject({ state: 'workRefused' })
    expect(step!.workZh).toContain('公司 1020 已关闭')
    expect(step!.workEn).toContain('closed in company 1020')
    expect(await stock(receiving)).toEqual([])
    await period(openPeriod)
    await trade.act(id, 'post')
    await world().send()
    expect((await there().read('linked-arrival', await arrivalOf(id))).header.erpState).toBe(
      'posted',
    )
    expect(await inErp(id)).toHaveLength(1)
    expect(await stock(receiving)).toMatchObject([{ quantity: '10' }])
    await proven()
  })
})
