import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { describe, expect, test } from 'vitest'
import { delivered, goods, reserved, sold } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { chemicalsOf, type Ask } from './testing/chemicals.ts'

// Dangerous goods on the pages of all goods: permit, safety data sheet, cap, class (spec domain.md 1.3).

const today = companyToday()
const tomorrow = addDays(today, 1)
const world = useWorld()
const requisition = tradeOf(world, 'requisition')
const issue = tradeOf(world, 'goods-issue')
const emergency = tradeOf(world, 'emergency-issue')
const { newChemical, ground, ask: askForTransfer, handOut } = chemicalsOf(world)

const permit = { permitNo: 'HX-007', permitValidTo: tomorrow }
const headerOf = ({ requester }: Ask) => ({
  pickingUnit: 'U1',
  requester,
  requiredDate: '2099-01-01',
})
const kilograms = { unit: 'KG', materialGroup: 'G3' }

/** What the pages of all goods send for so much of a chemical, once its reservation or order is there. */
type Asking = (header: object) => Promise<{ id: string }>
const pages: Readonly<Record<string, (asked: Ask, quantity: string) => Promise<Asking>>> = {
  async planned(asked, quantity) {
    const line = { materialNo: asked.materialNo, quantity, ...kilograms }
    const id = await reserved(world(), asked.from, [line])
    return (header) =>
      world().create('requisition', {
        page: '/pickings/picking',
        header: { ...headerOf(asked), ...header },
        lines: [{ source: { id, lineNo: 1 }, quantity }],
        actionAfterCreate: 'submit',
      })
  },
  urgent: (asked, quantity) =>
    Promise.resolve((header) =>
      world().create('requisition', {
        page: '/pickings/emergency',
        companyCode: asked.from.companyCode,
        header: {
          ...headerOf(asked),
          plant: asked.from.plant,
          storageLocation: asked.from.storageLocation,
          costCenter: 'CC100',
          purpose: '装置清洗',
          ...header,
        },
        lines: [{ materialNo: asked.materialNo, quantity }],
        actionAfterCreate: 'submit',
      }),
    ),
  async sales(asked, quantity) {
    const line = { materialNo: asked.materialNo, quantity, ...kilograms }
    const id = await sold(world(), asked.from, [line])
    const { docNo } = (await world().read('sales-order', id)).header
    await delivered(world(), asked.from, { no: docNo, movementType: '601' }, [line])
    return (header) =>
      world().create('requisition', {
        page: '/pickings/pickingSale',
        header: { ...headerOf(asked), ...header },
        lines: [{ source: { id, lineNo: 1 }, quantity }],
        actionAfterCreate: 'submit',
      })
  },
}
const urgently = async (asked: Ask, quantity: string, header: object) =>
  (await pages['urgent']!(asked, quantity))(header)

/** Goods that left in an emergency, and the paper for all of them. */
async function gone(asked: Ask, quantity: string): Promise<string> {
  const { from, materialNo, requester } = asked
  const { id } = await world().create('emergency-issue', {
    companyCode: from.companyCode,
    header: {
      plant: from.plant,
      storageLocation: from.storageLocation,
      pickingUnit: 'U1',
      requester,
      cause: '设备泄漏处理',
    },
    lines: [{ materialNo, quantity, bin: 'H-01' }],
    actionAfterCreate: 'issue',
  })
  return id
}
const paper = (asked: Ask, id: string, quantity: string, header: object) =>
  world().create('requisition', {
    page: '/pickings/materialApplicationSupplement',
    header: { ...headerOf(asked), costCenter: 'CC100', ...header },
    lines: [{ source: { id, lineNo: 1 }, quantity }],
    actionAfterCreate: 'submit',
  })

const onLine = (code: string, params: object = {}): Partial<RefusalDetail> => ({
  code,
  line: 1,
  field: 'materialNo',
  params: expect.objectContaining(params) as never,
})

describe.each(Object.keys(pages))('dangerous goods on a requisition that is %s', (page) => {
  const ready = (asked: Ask, quantity: string) => pages[page]!(asked, quantity)
  const ask = async (asked: Ask, quantity: string) => (await ready(asked, quantity))(permit)

  test('are drawn under a permit, and whoever approves sees class, sheet and what was drawn before', async () => {
    const asked = await ground()
    const { id } = await ask(asked, '20')
    const { header, lines } = await world().read('requisition', id)
    expect(header).toMatchObject({ ...permit, state: 'submitted', requestedOn: today })
    expect(lines).toMatchObject([
      {
        hazardClass: '3',
        safetySheetNo: 'SDS-1',
        safetySheetValidTo: '2099-12-31',
        capQuantity: '50',
        capDays: 30,
        drawnBefore: '0',
      },
    ])
    await requisition.act(id, 'approve')
    const { id: issueId } = await handOut(id, '20', 'issue')
    expect(await issue.header(issueId)).toMatchObject({ ...permit, state: 'issued' })
    await requisition.proven()
  })

  test('are refused without permit, safety data sheet or cap, each with its line', async () => {
    const { materialNo: material, ...asked } = await ground()
    const none = await newChemical(null, '')
    const refused = async (
      materialNo: string,
      header: object,
      problems: Partial<RefusalDetail>[],
    ) => {
      // The stock is not asked for before the approval.
      const attempt = await ready({ ...asked, materialNo }, '5')
      await expectRefused(world(), () => attempt(header), problems)
    }
    await refused(material, {}, [onLine('permit-missing', { material, class: '3' })])
    await refused(material, { permitNo: 'HX-007' }, [onLine('permit-missing')])
    await refused(none, {}, [
      onLine('permit-missing', { material: none }),
      onLine('safety-sheet-missing', { material: none }),
      onLine('chemical-cap-missing', { material: none }),
    ])
    const expired = await newChemical({ validTo: addDays(today, -1) })
    await refused(expired, permit, [
      onLine('safety-sheet-expired', { sheet: 'SDS-1', to: addDays(today, -1) }),
    ])
    const unfiled = await newChemical({ fileCount: 0 })
    await refused(unfiled, permit, [onLine('safety-sheet-without-file')])
  })

  test('count with what the person drew on any other page', async () => {
    const asked = await ground()
    await askForTransfer(asked, '20')
    await ask(asked, '10')
    const exceeded = { code: 'chemical-cap-exceeded', line: 1, field: 'quantity' }
    const more = await ready(asked, '21')
    await expectRefused(world(), () => more(permit), [
      { ...exceeded, params: expect.objectContaining({ drawn: '30', left: '20' }) as never },
    ])
    await expectRefused(world(), () => askForTransfer(asked, '21'), [exceeded])
  })

  test('do not leave once the permit or the sheet has run out since the approval', async () => {
    const asked = await ground()
    const { id } = await ask(asked, '5')
    await requisition.act(id, 'approve')
    const { id: issueId } = await handOut(id, '5')
    const yesterday = addDays(today, -1)
    await world().database.query(`update goods_issue set permit_valid_to = $2 where id = $1`, [
      issueId,
      yesterday,
    ])
    await world().database.query(
      `update safety_data_sheet set valid_to = $2 where material_no = $1`,
      [asked.materialNo, yesterday],
    )
    for (const action of ['pick', 'issue'])
      await expectRefused(world(), () => issue.act(issueId, action), [
        {
          code: 'permit-expired',
          field: 'permitValidTo',
          params: { permit: permit.permitNo, date: yesterday },
        },
        onLine('safety-sheet-expired'),
      ])
  })
})

describe('the permit', () => {
  test('is asked for nobody who draws bolts, and a draft waits for it', async () => {
    const asked = await ground()
    const [materialNo] = goods(1, materials.bolt).map((line) => line.materialNo)
    const bolts = await urgently({ ...asked, materialNo: materialNo! }, '5', {})
    expect(await requisition.header(bolts.id)).toMatchObject({
      state: 'submitted',
      permitNo: null,
      requestedOn: null,
    })
    const id = await reserved(world(), asked.from, [
      ...goods(1, materials.bolt),
      { materialNo: asked.materialNo, quantity: '5', ...kilograms },
    ])
    const sources = [1, 2].map((lineNo) => ({ id, lineNo }))
    const walker = worldWalker(world(), asked.from)
    // The form shows the class of the second line only, and asks for the permit by it.
    expect((await walker.propose('requisition', 'requester', sources)).shown).toEqual([
      { hazardClass: null, safetySheetNo: null, safetySheetValidTo: null },
      { hazardClass: '3', safetySheetNo: 'SDS-1', safetySheetValidTo: '2099-12-31' },
    ])
    const draft = await world().create('requisition', {
      header: headerOf(asked),
      lines: sources.map((source) => ({ source, quantity: '5' })),
    })
    await expectRefused(world(), () => requisition.act(draft.id, 'submit'), [
      { code: 'permit-missing', line: 2, params: { material: asked.materialNo, class: '3' } },
    ])
  })
})

describe('dangerous goods that leave in an emergency', () => {
  test('are stopped by no paper, and keep the class and the sheet that are known', async () => {
    const asked = await ground(await newChemical(null, ''))
    const id = await gone(asked, '60')
    expect((await emergency.header(id)).state).toBe('awaiting')
    expect((await world().read('emergency-issue', id)).lines).toMatchObject([
      { hazardClass: '3', safetySheetNo: null, safetySheetValidTo: null },
    ])
    const known = await ground()
    expect(await emergency.column(await gone(known, '5'), 'safetySheetNo')).toEqual(['SDS-1'])
  })

  test('are papered with permit and safety data sheet only', async () => {
    const asked = await ground(await newChemical(null))
    const id = await gone(asked, '5')
    await expectRefused(world(), () => paper(asked, id, '5', {}), [
      onLine('permit-missing', { material: asked.materialNo }),
      onLine('safety-sheet-missing'),
    ])
    await world().database.query(
      `insert into safety_data_sheet (company_code, material_no, sheet_no, issuer, valid_to, file_count)
       values ('1010', $1, 'SDS-9', '供应商甲', $2, 1)`,
      [asked.materialNo, tomorrow],
    )
    const made = await paper(asked, id, '5', permit)
    await world().database.query(
      `update safety_data_sheet set file_count = 0 where material_no = $1`,
      [asked.materialNo],
    )
    await expectRefused(world(), () => requisition.act(made.id, 'approve'), [
      onLine('safety-sheet-without-file', { sheet: 'SDS-9' }),
    ])
    await world().database.query(
      `update safety_data_sheet set file_count = 1 where material_no = $1`,
      [asked.materialNo],
    )
    await requisition.act(made.id, 'approve')
    expect((await requisition.header(made.id)).state).toBe('issued')
    await requisition.proven()
  })

  test('are not refused for the cap, but count: the person draws less afterwards', async () => {
    const asked = await ground()
    const id = await gone(asked, '60')
    const made = await paper(asked, id, '60', permit)
    expect((await world().read('requisition', made.id)).lines).toMatchObject([
      { capQuantity: '50', drawnBefore: '0' },
    ])
    await expectRefused(world(), () => urgently(asked, '1', permit), [
      {
        code: 'chemical-cap-exceeded',
        params: expect.objectContaining({ drawn: '60', left: '0' }) as never,
      },
    ])
  })
})
