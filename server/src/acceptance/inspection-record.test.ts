import { describe, expect, test } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { person } from '../document/testing/small-company.ts'
import { readUndoPlan } from '../document/ahead/undo.ts'
import { testConformance } from '../document/conformance/conformance.ts'
import { documentCalls } from '../document/testing/http.ts'
import { newPlace } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worker } from '../document/testing/worker.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { atOnce } from './testing/at-once.ts'
import {
  calledNotice,
  concluded,
  decided,
  firstLine,
  orderOf,
  sheetOf,
} from './testing/record-sheet.ts'

testConformance('inspection-record')

describe('a record sheet', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'inspection-record')

  test('says how many pieces were sampled, which the order proposes where the method is sampling', async () => {
    const someone = worker(world().database, world().onlooker)
    const proposed = async (method: string, values?: string) => {
      const { notice } = await calledNotice(world())
      await world().database.query(
        `update inspection_notice set inspection_method = $2 where id = $1`,
        [notice, method],
      )
      if (values !== undefined) await concluded(world(), notice, { sampledValues: values })
      const { lines } = await someone.prefill('inspection-order', [{ id: notice, lineNo: 1 }])
      return lines[0]!['sampleQuantity']
    }
    expect(await proposed('sample', '9、9.1、9.2')).toBe('3')
    expect(await proposed('sample', Array.from({ length: 12 }, () => '9').join('、'))).toBe('10')
    expect(await proposed('sample')).toBeUndefined()
    expect(await proposed('full', '9、9.1、9.2')).toBeUndefined()
  })

  test('computes its verdict from the values and the limits, which are included', async () => {
    const { notice } = await calledNotice(world())
    const { id, docNo } = await concluded(world(), notice, { sampledValues: '8、10.5，9.1' })
    expect((await trade.header(id)).state).toBe('passed')
    expect(await firstLine(world(), 'inspection-record', id)).toMatchObject({
      characteristicName: '尺寸',
      lowerLimit: '8',
      upperLimit: '10.5',
      measuringUnit: 'mm',
      sampledValues: '8、10.5、9.1',
      samples: 3,
      failedSamples: 0,
      lowest: '8',
      highest: '10.5',
      average: '9.2',
      verdict: 'passed',
    })
    expect(await firstLine(world(), 'inspection-notice', notice)).toMatchObject({
      recordNo: docNo,
      recordVerdict: 'passed',
      recordFinding: null,
      acceptableQuantity: '10',
    })
  })

  test('says of each line which value cannot be read, and which values are missing', async () => {
    const { notice } = await calledNotice(world())
    const make = (...lines: Record<string, unknown>[]) => concluded(world(), notice, ...lines)
    await expectRefused(world(), () => make({ sampledValues: '8 8,1 nine' }), [
      {
        code: 'sampled-value-invalid',
        line: 1,
        field: 'sampledValues',
        params: { characteristic: '尺寸', value: 'nine', position: 4 },
      },
    ])
    await expectRefused(world(), () => make({ sampledValues: '8.0001 9' }), [
      { code: 'sampled-value-invalid', params: { value: '8.0001', position: 1 } as never },
    ])
    await expectRefused(world(), () => make({ sampledValues: '8.1' }), [
      {
        code: 'sampled-values-missing',
        line: 1,
        field: 'sampledValues',
        params: { characteristic: '尺寸', wanted: 2, given: 1 },
      },
    ])
    await expectRefused(
      world(),
      () => make({ sampledValues: Array.from({ length: 101 }, () => '9').join(' ') }),
      [{ code: 'sampled-values-too-many', params: { given: 101, limit: 100 } as never }],
    )
    await expectRefused(world(), () => make({ sampledValues: '8 9' }, { sampledValues: '9 9' }), [
      {
        code: 'characteristic-twice',
        line: 2,
        field: 'characteristic',
        params: { characteristic: '尺寸', first: 1 },
      },
    ])
    await expectRefused(world(), () => make({ characteristic: 'C99', sampledValues: '8 9' }), [
      { code: 'master-unknown', line: 1, field: 'characteristic' },
    ])
  })

  test('is the only one about its goods until somebody else withdraws it', async () => {
    const { notice } = await calledNotice(world())
    const { id, docNo } = await concluded(world(), notice, { sampledValues: '7.9 9' })
    expect((await trade.header(id)).state).toBe('failed')
    const { docNo: noticeNo } = (await world().read('inspection-notice', notice)).header
    const stands = {
      code: 'record-stands',
      line: 1,
      params: {
        source: `${noticeNo}/1`,
        record: docNo,
        verdict: '一般项目不合格',
        verdictEn: 'General characteristic failed',
      },
    }
    await expectRefused(world(), () => concluded(world(), notice, { sampledValues: '8 9' }), [
      stands,
    ])
    const { acts } = await trade.header(id)
    const reason = { input: { reason: '需要复检' } }
    await expectRefused(
      world(),
      () => trade.actAs(acts['conclude']!.userId, id, 'withdraw', reason),
      [{ code: 'separation-of-duties' }],
    )
    await trade.act(id, 'withdraw', reason)
    expect(await firstLine(world(), 'inspection-notice', notice)).toMatchObject({
      recordNo: null,
      recordVerdict: null,
      acceptableQuantity: null,
    })
    await concluded(world(), notice, { sampledValues: '8 9' })
  })

  test('of two drafts about the same goods only one is concluded', async () => {
    const { notice } = await calledNotice(world())
    const draft = sheetOf(notice, { sampledValues: '8 9' })
    const [first, second] = [
      await world().create('inspection-record', draft),
      await world().create('inspection-record', draft),
    ]
    await trade.act(first.id, 'conclude')
    await expectRefused(world(), () => trade.act(second.id, 'conclude'), [
      { code: 'record-stands', line: 1 },
    ])
  })

  test('of two inspectors who conclude at the same moment one is told that the other has', async () => {
    const { notice } = await calledNotice(world())
    const drafts = [
      await world().create('inspection-record', sheetOf(notice, { sampledValues: '8 9' })),
      await world().create('inspection-record', sheetOf(notice, { sampledValues: '7 9' })),
    ]
    const outcomes = await atOnce(
      world(),
      notice,
      drafts.map(
        ({ id }) =>
          () =>
            trade.act(id, 'conclude'),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['done', 'record-stands'])
  })

  test('is compared with the limits of the day on which it is concluded', async () => {
    const { notice } = await calledNotice(world())
    const { id } = await world().create(
      'inspection-record',
      sheetOf(notice, { sampledValues: '8 9' }),
    )
    expect((await firstLine(world(), 'inspection-record', id))['verdict']).toBe('passed')
    const setLimit = (limit: string) =>
      world().database.query(
        `update inspection_characteristic set lower_limit = $1 where company_code = '1010' and material_group = 'G2' and characteristic = 'C10'`,
        [limit],
      )
    await setLimit('8.5')
    await trade.act(id, 'conclude')
    expect(await firstLine(world(), 'inspection-record', id)).toMatchObject({
      lowerLimit: '8.5',
      verdict: 'failed',
      failedSamples: 1,
    })
    await setLimit('8')
  })

  test('stands beside the decision, also of an order that was begun before it', async () => {
    const { notice } = await calledNotice(world())
    const order = await world().create('inspection-order', orderOf(notice, '10'))
    const { docNo } = await concluded(world(), notice, { sampledValues: '7.9 11' })
    const said = {
      recordNo: docNo,
      recordVerdict: 'deviating',
      recordFinding: '尺寸 7.9 < 8 mm / 11 > 10.5 mm',
      acceptableQuantity: '10',
    }
    expect(await firstLine(world(), 'inspection-order', order.id)).toMatchObject(said)
    await expectRefused(world(), () => world().act('inspection-order', order.id, 'decide'), [
      {
        code: 'record-ground-required',
        line: 1,
        field: 'concessionReference',
        params: {
          record: docNo,
          finding: said.recordFinding,
          accepted: '10',
          unit: 'EA',
        },
      },
    ])
  })

  test('is withdrawn only after the decision that was made with it', async () => {
    const { notice } = await calledNotice(world())
    const sheet = await concluded(world(), notice, { sampledValues: '7.9 9' })
    const order = await decided(world(), notice, '10', { concessionReference: '技函 2026-12' })
    const reason = { input: { reason: '需要复检' } }
    await expectRefused(world(), () => trade.act(sheet.id, 'withdraw', reason), [
      { code: 'record-decided', params: { no: sheet.docNo, order: order.docNo } },
    ])
    await world().act('inspection-order', order.id, 'withdraw', { input: { reason: '误判' } })
    await trade.act(sheet.id, 'withdraw', reason)
    expect((await trade.header(sheet.id)).state).toBe('withdrawn')
  })

  test('keeps the arrival from being reversed until it is withdrawn', async () => {
    const { notice, arrival } = await calledNotice(world())
    const sheet = await concluded(world(), notice, { sampledValues: '8 9' })
    const reverse = () =>
      world().act('arrival', arrival, 'reversePhysical', { input: { reason: '数量录入错误' } })
    await expectRefused(world(), reverse, [
      { code: 'successor-stands', params: { by: sheet.docNo } },
    ])
    await trade.act(sheet.id, 'withdraw', { input: { reason: '录入错误' } })
    await reverse()
    expect((await world().read('inspection-notice', notice)).header.state).toBe('cancelled')
  })

  test('is withdrawn after the decision in the chain that undoes the arrival, also if the order is older', async () => {
    const { notice, arrival } = await calledNotice(world())
    const order = await world().create('inspection-order', orderOf(notice, '10'))
    const sheet = await concluded(world(), notice, { sampledValues: '8 9' })
    await world().act('inspection-order', order.id, 'decide')
    const subject = { companyCode: '1010', type: 'arrival', id: arrival }
    const reader = { session: person('管理员', ['admin']), functionCodes: new Set<string>() }
    const { plan } = await readUndoPlan(world().database, reader, subject)
    expect(plan.blockers).toEqual([])
    const numbers = [...new Set(plan.steps.map(({ documentNo }) => documentNo))]
    expect(numbers.slice(0, 2)).toEqual([order.docNo, sheet.docNo])
    for (const { documentType, documentId, action } of plan.steps.slice(0, -1)) {
      if (action === null) continue
      const { input = {} } = documentDefinition(documentType)!.actions[action]!
      const given = Object.fromEntries(Object.keys(input).map((name) => [name, '数量录入错误']))
      // oxlint-disable-next-line no-await-in-loop -- each step makes the next one possible
      await world().act(documentType, documentId!, action, { input: given })
    }
    expect((await trade.header(sheet.id)).state).toBe('withdrawn')
  })

  test('is not proposed for goods that have one, and refused for a class nobody has declared', async () => {
    const { notice } = await calledNotice(world())
    const walker = worldWalker(world(), await newPlace(world()))
    const proposed = () =>
      walker.propose('inspection-record', 'inspector', [{ id: notice, lineNo: 1 }])
    expect(await proposed()).toMatchObject({
      lines: [{ source: { id: notice, lineNo: 1 }, quantity: '10', characteristic: 'C10' }],
      shown: [{ characteristicName: '尺寸', lowerLimit: '8', upperLimit: '10.5', sampleSize: 2 }],
    })
    const setActive = (isActive: boolean) =>
      world().database.query(
        `update inspection_characteristic set is_active = $1 where company_code = '1010' and material_group = 'G2'`,
        [isActive],
      )
    await setActive(false)
    await expectRefused(world(), proposed, [
      { code: 'characteristics-undeclared', params: { group: 'G2', material: 'M-VALVE' } },
    ])
    await setActive(true)
    const { docNo } = await concluded(world(), notice, { sampledValues: '8 9' })
    expect((await proposed()).lines).toEqual([])
    // Whoever chose them learns which sheet stands.
    const { session } = world().actorFor('inspection-record', 'create')
    const app = await documentCalls(world().database, session)
    const { body } = await app.inject({
      method: 'POST',
      url: '/api/documents/inspection-record/prefill',
      payload: { sources: [{ id: notice, lineNo: 1 }] },
    })
    const { header } = await world().read('inspection-notice', notice)
    expect((JSON.parse(body) as { datas: unknown }).datas).toMatchObject({
      lines: [],
      taken: [{ id: notice, lineNo: 1, source: `${header.docNo}/1`, docNos: [docNo] }],
    })
  })
})
