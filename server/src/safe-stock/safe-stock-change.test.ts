import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import type { QuotaProposals } from '@kufang/contract/safe-stock/quota-reasons.ts'
import { safeStockChange } from '@kufang/contract/safe-stock/safe-stock-change.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { anyErpMovement } from '../erp/testing/erp-movement.ts'
import { postMoves, stockKey } from '../ledger/public.ts'
import { safeStockRoutes } from './routes.ts'

testConformance('safe-stock-change')

describe('quotas of a storage location', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'safe-stock-change')
  const today = companyToday()
  const line = (change: Record<string, unknown> = {}) => ({
    materialNo: materials.valve,
    quantity: '2',
    minimumQuantity: '2',
    reorderPoint: '5',
    maximumQuantity: '20',
    leadTimeDays: 60,
    criticality: 'B',
    ...change,
  })
  const enter = (
    { companyCode, ...where }: Place,
    lines: Record<string, unknown>[],
    effectiveFrom = today,
  ) =>
    world().create('safe-stock-change', {
      companyCode,
      header: { ...where, effectiveFrom, quotaBasis: '检修计划' },
      lines,
      actionAfterCreate: 'submit',
    })
  const approved = async (place: Place, lines: Record<string, unknown>[], from = today) => {
    const { id } = await enter(place, lines, from)
    await trade.act(id, 'approve')
    return id
  }
  const versions = (place: Place) =>
    world().database.query<Record<string, unknown>>(
      `select maximum_quantity::float as "maximum", valid_from::text, valid_to::text, revoked_at is not null as "isRevoked"
       from safe_stock_version where storage_location = $1 order by valid_from, approved_at`,
      [place.storageLocation],
    )

  test('count from their day, end the ones before, and count on when a later one is revoked', async () => {
    const place = await newPlace(world())
    const later = addDays(today, 30)
    await approved(place, [line()])
    const second = await approved(place, [line({ maximumQuantity: '30' })], later)
    expect(await versions(place)).toMatchObject([
      { maximum: 20, validFrom: today, validTo: addDays(later, -1) },
      { maximum: 30, validFrom: later, validTo: null },
    ])
    await trade.act(second, 'requestReversal', { input: { reason: '数量录入错误' } })
    await trade.act(second, 'approveReversal')
    expect(await versions(place)).toMatchObject([
      { maximum: 20, validTo: null, isRevoked: false },
      { maximum: 30, isRevoked: true },
    ])
    // Of two of one day the one approved last counts.
    await approved(place, [line({ maximumQuantity: '25' })])
    expect((await versions(place)).filter((row) => row['validTo'] === null)).toMatchObject([
      { maximum: 25 },
      { maximum: 30, isRevoked: true },
    ])
  })

  test('are refused where their values are out of order or a material stands twice, each by its line', async () => {
    const place = await newPlace(world())
    await expectRefused(
      world(),
      () =>
        enter(place, [
          line(),
          line({ reorderPoint: '25' }),
          line({ materialNo: materials.bolt, quantity: '6' }),
        ]),
      [
        { code: 'quota-repeated', line: 2, field: 'materialNo' },
        { code: 'quota-order', line: 2, params: { reorder: '25', maximum: '20' } as never },
        { code: 'quota-order', line: 3, params: { safety: '6', reorder: '5' } as never },
      ],
    )
  })

  test('are entered by who maintains the material group, where somebody does, and only at listed places', async () => {
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    await world().database.query(
      `insert into safe_stock_maintainer (company_code, plant, storage_location, material_group, account)
       values ($1, $2, $3, 'G2', 'somebody')`,
      [companyCode, plant, storageLocation],
    )
    await expectRefused(world(), () => enter(place, [line()]), [
      {
        code: 'quota-not-maintained-by',
        line: 1,
        params: { group: 'G2', persons: 'somebody' } as never,
      },
    ])
    // Bolts are of another group.
    await approved(place, [line({ materialNo: materials.bolt })])
    await world().database.query(
      `insert into safe_stock_location (company_code, plant, storage_location, lead_time_days) values ($1, $2, 'Z999', 30)`,
      [companyCode, plant],
    )
    await expectRefused(world(), () => enter(place, [line({ materialNo: materials.bolt })]), [
      {
        code: 'quota-place-unlisted',
        field: 'storageLocation',
        params: { places: 'Z999' } as never,
      },
    ])
    await world().database.query(`update safe_stock_location set is_active = false`)
  })

  test('show beside them what consumption proposes, by months that are over, less what came back', async () => {
    const place = await newPlace(world())
    const moved = (monthsAgo: number, quantity: string, isReturn = false) => {
      const at = new Date(`${today.slice(0, 7)}-10T04:00:00Z`)
      at.setUTCMonth(at.getUTCMonth() - monthsAgo)
      const bin = stockKey({ ...place, bin: 'A-01', materialNo: materials.valve })
      const outside = stockKey({
        companyCode: place.companyCode,
        place: isReturn || monthsAgo < 40 ? 'consumption' : 'opening',
        materialNo: materials.valve,
      })
      const isIn = isReturn || monthsAgo >= 40
      return world().database.transaction((tx) =>
        postMoves(tx, {
          companyCode: place.companyCode,
          documentType: 'goods-issue',
          documentId: newId(),
          documentNo: 'CK1',
          userId: newId(),
          now: at,
          idempotencyPrefix: newId(),
          moves: [
            {
              lineNo: 1,
              from: isIn ? outside : bin,
              to: isIn ? bin : outside,
              quantity: quantity as Quantity,
              movementType: isIn ? '262' : '261',
              postsToErp: true,
              erp: anyErpMovement,
            },
          ],
        }),
      )
    }
    await moved(40, '500')
    for (let month = 39; month > 0; month -= 3) await moved(month, '4')
    await moved(3, '1', true)
    const { id } = await enter(place, [line()])
    expect(await trade.column(id, 'demandClass')).toEqual(['intermittent'])
    const [reorder] = await trade.column(id, 'proposedReorderPoint')
    expect(Number(reorder)).toBeGreaterThanOrEqual(4)
    expect(Number(reorder)).toBeLessThanOrEqual(12)
    // A person without lines is asked for none: each material is taken as critical as its master says.
    await world().database.query(
      `update material set criticality = 'C', description = '闸阀' where material_no = $1`,
      [materials.valve],
    )
    const asked = async (given: readonly string[], materialGroups: readonly string[] | null) => {
      const someone = person('编制人', [...rolesForReading(safeStockChange)])
      const calls = await documentCalls(
        world().database,
        { ...someone, scope: { ...someone.scope, materialGroups } },
        safeStockRoutes,
      )
      const { plant, storageLocation } = place
      const answer = await calls.inject({
        method: 'POST',
        url: '/api/safe-stock/proposals',
        payload: {
          plant,
          storageLocation,
          materials: given.map((materialNo) => ({ materialNo })),
        },
      })
      await calls.close()
      return answer.json<{ datas: QuotaProposals & { code?: string } }>().datas
    }
    for (const given of [[], [materials.valve]])
      expect((await asked(given, null)).proposals).toMatchObject([
        { materialNo: materials.valve, description: '闸阀', criticality: 'C', leadTimeDays: 60 },
      ])
    // What was issued of other groups is not told.
    expect((await asked([materials.valve], ['G9'])).code).toBe('outside-scope')
    expect((await asked([], ['G9'])).proposals).toEqual([])
    await world().database.query(`update material set criticality = '' where material_no = $1`, [
      materials.valve,
    ])
    // The running month is not over.
    await moved(0, '100')
    const again = await enter(place, [line()])
    expect(await trade.column(again.id, 'proposedReorderPoint')).toEqual([reorder])
  })
})
