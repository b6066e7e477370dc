import type { LineInput } from '@kufang/contract/document/api.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { queryRoutes } from '../document/routes/query-routes.ts'
import { updateDocument } from '../document/service/service.ts'
import { documentCalls } from '../document/testing/http.ts'
import { person } from '../document/testing/small-company.ts'
import { batchHistoryList } from './queries/list-batch-history.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

const name = 'batch-change'

testConformance('batch-change')

describe('a batch change', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  let last = 0

  /** Ten of a batch-managed material in stock, in a batch of its own. */
  const inStock = async (
    data: Record<string, unknown> = { expiryDate: '2099-06-30' },
    given?: string,
  ): Promise<{ place: Place; batch: string }> => {
    const batch = given ?? `C${String((last += 1)).padStart(4, '0')}`
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, materials.resin), { batch, ...data })
    return { place, batch }
  }
  const enter = (
    { companyCode, ...header }: Place,
    lines: LineInput[],
    actionAfterCreate?: string,
  ) =>
    world().create(name, {
      companyCode,
      header: { ...header, reason: '到货时录入错误' },
      lines: lines.map((line) => ({
        materialNo: materials.resin,
        bin: 'A-01',
        stockCategory: 'UU',
        ...line,
      })),
      ...(actionAfterCreate === undefined ? {} : { actionAfterCreate }),
    })
  const submit = async (place: Place, line: LineInput): Promise<string> =>
    (await enter(place, [line], 'submit')).id
  const change = async (place: Place, line: LineInput): Promise<string> => {
    const id = await submit(place, line)
    await trade.act(id, 'approve')
    return id
  }
  const recorded = async (batch: string) => {
    const [row] = await world().database.query(
      `select production_date, expiry_date, heat_no, mtc_no from batch where company_code = '1010' and batch = $1`,
      [batch],
    )
    return row
  }
  const reverse = async (id: string): Promise<void> => {
    await trade.act(id, 'requestReversal', { input: { reason: '货位或批次录入错误' } })
    await trade.act(id, 'approveReversal')
  }

  /** What was changed of a batch, as its history shows it to somebody with this scope. */
  const history = async (batch: string, scope = {}): Promise<unknown[]> => {
    const app = await documentCalls(
      world().database,
      person('查询员', ['KCCX'], scope),
      queryRoutes({ 'batch-history': batchHistoryList }),
    )
    const reply = await app.inject({
      method: 'POST',
      url: '/api/queries/batch-history/list',
      payload: {
        parameters: { materialNo: materials.resin, batch },
        sort: [{ field: 'id', direction: 'asc' }],
      },
    })
    await app.close()
    return (JSON.parse(reply.body) as { datas: { rows: unknown[] } }).datas.rows
  }

  test('keeps what is recorded with the line, changes the batch once another person approves, and moves nothing', async () => {
    const { place, batch } = await inStock()
    const id = await submit(place, { batch, newExpiryDate: '2099-12-31', newHeatNo: 'H-9' })
    expect(await recorded(batch)).toMatchObject({ expiryDate: '2099-06-30', heatNo: '' })
    const { lines } = await world().read(name, id)
    expect(lines[0]).toMatchObject({
      quantity: '10',
      expiryDate: '2099-06-30',
      newExpiryDate: '2099-12-31',
      heatNo: null,
      newHeatNo: 'H-9',
    })
    const { acts } = await trade.header(id)
    await expectRefused(world(), () => trade.actAs(acts['create']!.userId, id, 'approve'), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(id, 'approve')
    expect(await recorded(batch)).toEqual({
      productionDate: null,
      expiryDate: '2099-12-31',
      heatNo: 'H-9',
      mtcNo: '',
    })
    expect(await trade.header(id)).toMatchObject({ state: 'changed', erpState: 'notNeeded' })
    expect(
      await world().database.query('select 1 as one from stock_move where document_id = $1', [id]),
    ).toEqual([])
  })

  test('is not approved by who has edited it', async () => {
    const { place, batch } = await inStock()
    const { id, version } = await enter(place, [{ batch, newHeatNo: 'H-1' }])
    const editor = world().actorFor(name, 'edit')
    const { plant, storageLocation } = place
    await updateDocument(
      world().database,
      editor,
      name,
      id,
      {
        version,
        header: { plant, storageLocation, reason: '供应商更正质保书' },
        lines: [
          {
            materialNo: materials.resin,
            bin: 'A-01',
            stockCategory: 'UU',
            batch,
            newHeatNo: 'H-2',
          },
        ],
      },
      newId(),
    )
    await trade.act(id, 'submit')
    await expectRefused(world(), () => trade.actAs(editor.session.userId, id, 'approve'), [
      { code: 'separation-of-duties' },
    ])
  })

  test('is not approved once the batch has other data than when it was submitted; what was submitted later decides', async () => {
    const { place, batch } = await inStock()
    const first = await submit(place, { batch, newExpiryDate: '2099-07-31' })
    await change(place, { batch, newExpiryDate: '2099-08-31', newHeatNo: 'H-3' })
    const differs = (field: string, kept: string, now: string) => ({
      code: 'batch-data-changed',
      line: 1,
      field,
      params: { material: materials.resin, batch, kept, recorded: now } as never,
    })
    await expectRefused(world(), () => trade.act(first, 'approve'), [
      differs('expiryDate', '2099-06-30', '2099-08-31'),
      differs('heatNo', '–', 'H-3'),
    ])
    await trade.act(first, 'refuse', { input: { reason: '资料不全' } })
    await trade.act(first, 'submit')
    await trade.act(first, 'approve')
    expect(await recorded(batch)).toMatchObject({ expiryDate: '2099-07-31', heatNo: 'H-3' })
  })

  test('of two approved at once about one batch changes it once', async () => {
    const { place, batch } = await inStock()
    const ids = [
      await submit(place, { batch, newExpiryDate: '2099-07-31' }),
      await submit(place, { batch, newExpiryDate: '2099-08-31' }),
    ]
    const ended = await Promise.allSettled(ids.map((id) => trade.act(id, 'approve')))
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is reversed with a reason and approval while the batch has its data, and leaves what others have changed', async () => {
    const { place, batch } = await inStock({
      productionDate: '2026-01-31',
      expiryDate: '2099-06-30',
    })
    const first = await change(place, { batch, newExpiryDate: '2099-07-31', newHeatNo: 'H-4' })
    await change(place, { batch, newCertificateNo: 'MTC-7' })
    await reverse(first)
    expect(await recorded(batch)).toEqual({
      productionDate: '2026-01-31',
      expiryDate: '2099-06-30',
      heatNo: '',
      mtcNo: 'MTC-7',
    })
    expect((await trade.header(first)).state).toBe('reversed')
  })

  test('is not reversed once the batch has been changed again, neither when it is requested nor when it is approved', async () => {
    const { place, batch } = await inStock()
    const first = await change(place, { batch, newExpiryDate: '2099-07-31' })
    await trade.act(first, 'requestReversal', { input: { reason: '货位或批次录入错误' } })
    const second = await change(place, { batch, newExpiryDate: '2099-08-31' })
    const refused = [
      {
        code: 'batch-data-changed-since',
        line: 1,
        field: 'newExpiryDate',
        params: { batch, given: '2099-07-31', recorded: '2099-08-31' } as never,
      },
    ]
    await expectRefused(world(), () => trade.act(first, 'approveReversal'), refused)
    await trade.act(first, 'refuseReversal', { input: { reason: '冲销理由不充分' } })
    await expectRefused(
      world(),
      () => trade.act(first, 'requestReversal', { input: { reason: '货位或批次录入错误' } }),
      refused,
    )
    await reverse(second)
    await reverse(first)
    expect(await recorded(batch)).toMatchObject({ expiryDate: '2099-06-30' })
  })

  test('is refused where it changes nothing, names a batch twice, or lets a batch expire before its production', async () => {
    const { place, batch } = await inStock({
      productionDate: '2026-01-31',
      expiryDate: '2099-06-30',
    })
    const refused = (lines: LineInput[], wanted: object[]) =>
      expectRefused(world(), () => enter(place, lines), wanted)
    await refused([{ batch, newExpiryDate: '2099-06-30' }], [{ code: 'batch-data-same', line: 1 }])
    await refused([{ batch }], [{ code: 'batch-data-same', line: 1 }])
    await refused(
      [
        { batch, newHeatNo: 'H-1' },
        { batch, newHeatNo: 'H-1' },
      ],
      [
        {
          code: 'line-repeated',
          line: 2,
          params: { other: 1, source: `${materials.resin}/${batch}` },
        },
      ],
    )
    await refused(
      [{ batch, newExpiryDate: '2026-01-30' }],
      [{ code: 'expiry-before-production', line: 1, field: 'newExpiryDate' }],
    )
    await refused(
      [{ batch: 'NONE', newHeatNo: 'H-1' }],
      [{ code: 'stock-line-empty', line: 1, field: 'materialNo' }],
    )
    await stocked(world(), await newPlace(world()), goods(1))
    await refused([{ newHeatNo: 'H-1' }], [{ code: 'stock-line-empty', line: 1 }])
  })

  test('clears what was recorded and does not belong to the batch, explicitly, and its reversal records it again', async () => {
    const { place, batch } = await inStock()
    await change(place, { batch, newHeatNo: 'H-7', newCertificateNo: 'MTC-1' })
    const id = await change(place, { batch, cleared: 'papers', newExpiryDate: '2099-12-31' })
    expect(await recorded(batch)).toMatchObject({
      expiryDate: '2099-12-31',
      heatNo: '',
      mtcNo: '',
    })
    const { lines } = await world().read(name, id)
    expect(lines[0]).toMatchObject({ heatNo: 'H-7', newHeatNo: null, cleared: 'papers' })
    const log = await world().database.query(
      `select before, after from audit_entry where subject_type = 'batch' and subject_no = $1 order by at`,
      [`${materials.resin}/${batch}`],
    )
    expect(log.at(-1)).toMatchObject({
      before: { heatNo: 'H-7', certificateNo: 'MTC-1' },
      after: { heatNo: null, certificateNo: null },
    })
    await reverse(id)
    expect(await recorded(batch)).toMatchObject({
      expiryDate: '2099-06-30',
      heatNo: 'H-7',
      mtcNo: 'MTC-1',
    })
    const ofThis = (await history(batch)).filter(
      (row) => (row as { documentId: string }).documentId === id,
    )
    expect(ofThis).toMatchObject([
      { kind: 'change', field: 'expiryDate' },
      { kind: 'reversal', field: 'expiryDate' },
      { kind: 'change', field: 'heatNo', before: 'H-7', after: null },
      { kind: 'reversal', field: 'heatNo', before: null, after: 'H-7' },
      { kind: 'change', field: 'certificateNo', before: 'MTC-1', after: null },
      { kind: 'reversal', field: 'certificateNo', before: null, after: 'MTC-1' },
    ])
  })

  test('clears neither the expiry date of goods with a shelf life, nor a value of which a new one is entered, nor nothing', async () => {
    const { place, batch } = await inStock()
    await change(place, { batch, newHeatNo: 'H-7' })
    const refused = (line: LineInput, wanted: object) =>
      expectRefused(world(), () => enter(place, [{ batch, ...line }]), [{ line: 1, ...wanted }])
    await refused(
      { cleared: 'expiryDate' },
      { code: 'batch-expiry-needed', field: 'cleared', params: { batch } as never },
    )
    await refused(
      { cleared: 'all', newExpiryDate: '2099-12-31' },
      { code: 'batch-data-cleared-and-new', field: 'newExpiryDate' },
    )
    await refused({ cleared: 'certificateNo' }, { code: 'batch-data-same' })
    expect(await recorded(batch)).toMatchObject({ expiryDate: '2099-06-30', heatNo: 'H-7' })
  })

  test('is in the history of the batch and in the operation log, with old and new values, reason and both people', async () => {
    const { place, batch } = await inStock()
    const id = await change(place, { batch, newExpiryDate: '2099-12-31', newHeatNo: 'H-9' })
    await reverse(id)
    const { docNo, acts } = await trade.header(id)
    const names = (first: string, second: string) => ({
      requestedByName: acts[first]!.userName,
      approvedByName: acts[second]!.userName,
    })
    const changed = {
      documentNo: docNo,
      kind: 'change',
      reason: '到货时录入错误',
      ...names('create', 'approve'),
    }
    const back = {
      documentNo: docNo,
      kind: 'reversal',
      reason: '货位或批次录入错误',
      ...names('requestReversal', 'approveReversal'),
    }
    expect(await history(batch)).toMatchObject([
      { ...changed, field: 'expiryDate', before: '2099-06-30', after: '2099-12-31' },
      { ...back, field: 'expiryDate', before: '2099-12-31', after: '2099-06-30' },
      { ...changed, field: 'heatNo', before: null, after: 'H-9' },
      { ...back, field: 'heatNo', before: 'H-9', after: null },
    ])
    expect(await history(batch, { storageLocations: ['0001/1002'], plants: ['0001'] })).toEqual([])
    const log = await world().database.query(
      `select action, before, after from audit_entry where subject_type = 'batch' and subject_no = $1 order by at`,
      [`${materials.resin}/${batch}`],
    )
    expect(log).toMatchObject([
      {
        before: { expiryDate: '2099-06-30', heatNo: null },
        after: { expiryDate: '2099-12-31', heatNo: 'H-9', causeNo: docNo },
      },
      { before: { expiryDate: '2099-12-31' }, after: { expiryDate: '2099-06-30', heatNo: null } },
    ])
  })

  test('decides what an arrival and the proposals see from then on', async () => {
    const { place, batch } = await inStock()
    await change(place, { batch, newExpiryDate: '2099-12-31' })
    const elsewhere = await newPlace(world())
    const enterStock = (expiryDate: string) =>
      stocked(world(), elsewhere, goods(1, materials.resin), { batch, expiryDate })
    await expectRefused(world(), () => enterStock('2099-06-30'), [
      {
        code: 'batch-data-differs',
        line: 1,
        field: 'expiryDate',
        params: { recorded: '2099-12-31' } as never,
      },
    ])
    await enterStock('2099-12-31')
  })
})
