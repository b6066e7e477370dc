import type { BinMap, FoundBin } from '@kufang/contract/stock/bin-map.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { clock } from '../document/storage/clock.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import type { Scope } from '../platform/session/session.ts'
import { stocktakeRoutes } from './routes.ts'

const world = useWorld()
const { valve, bolt, solvent } = materials

/** Goods in bins of a new storage location. */
async function filled(...goods: [string, string, string][]): Promise<Place> {
  const place = await newPlace(world())
  const { companyCode, plant, storageLocation } = place
  const { id } = await world().create('stock-initialisation', {
    companyCode,
    header: { plant, storageLocation, origin: 'new' },
    lines: goods.map(([materialNo, quantity, bin]) => ({
      materialNo,
      quantity,
      bin,
      stockCategory: 'UU',
    })),
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', id, 'initialise')
  return place
}

async function ask<T>(
  url: string,
  payload: object,
  scope: Partial<Scope> = {},
  roles: string[] = ['HWGL'],
): Promise<{ status: number; datas: T }> {
  const app = await documentCalls(world().database, person('保管员', roles, scope), stocktakeRoutes)
  const reply = await app.inject({ method: 'POST', url, payload })
  await app.close()
  return { status: reply.statusCode, datas: (JSON.parse(reply.body) as { datas: T }).datas }
}

const mapOf = async (place: Place): Promise<BinMap> =>
  (await ask<BinMap>('/api/stocktake/bin-map', place)).datas
const binOf = ({ bins }: BinMap, wanted: string) => bins.find(({ bin }) => bin === wanted)!
const find = async (place: Place, text: string, scope: Partial<Scope> = {}) =>
  (await ask<FoundBin[]>('/api/stocktake/bin-map/find', { ...place, text }, scope)).datas.map(
    ({ bin, keys }) => [bin, keys],
  )

describe('the map of bins', () => {
  test('says of each bin what it takes and what lies there', async () => {
    const place = await filled([valve, '30', 'A-01'], [bolt, '12', 'A-01'], [solvent, '5', 'H-01'])
    await world().database.query(
      `update bin set piece_capacity = 100, aisle = '1', rack = '2', level = '3', area = 'A'
       where storage_location = $1 and bin = 'A-01'`,
      [place.storageLocation],
    )
    const map = await mapOf(place)
    expect(map.isCut).toBe(false)
    expect(binOf(map, 'A-01')).toMatchObject({
      area: 'A',
      aisle: '1',
      rack: '2',
      level: '3',
      pieceCapacity: '100',
      pieces: '42',
      keys: 2,
      materials: 2,
      hazards: [],
      lastCountedAt: null,
    })
    expect(binOf(map, 'H-01')).toMatchObject({ hazardClass: '3', hazards: ['3'], keys: 1 })
    expect(binOf(map, 'A-02')).toMatchObject({ keys: 0, takenKg: '0', pieces: '0' })
  })

  test('names the freeze that holds a bin and the count that is counting it, and when it was last counted', async () => {
    const place = await filled([valve, '30', 'A-01'], [bolt, '12', 'A-02'])
    const { companyCode, plant, storageLocation } = place
    const frozen = await world().create('place-freeze', {
      companyCode,
      header: {
        plant,
        storageLocation,
        freezeReason: 'seal',
        releaseCondition: '主管部门通知启封',
        holdUntil: addDays(clock().today, 5),
      },
      lines: [{ scope: 'bin', bin: 'A-01' }],
      actionAfterCreate: 'freeze',
    })
    const count = await world().create('stocktaking', {
      companyCode,
      header: { plant, storageLocation, countType: 'cycle' },
      lines: [{ materialNo: bolt, bin: 'A-02', stockCategory: 'UU' }],
      actionAfterCreate: 'start',
    })
    const before = await mapOf(place)
    expect(binOf(before, 'A-01').heldBy).toMatchObject({ documentNo: frozen.docNo })
    expect(binOf(before, 'A-02')).toMatchObject({
      heldBy: null,
      countedBy: { documentType: 'stocktaking', documentNo: count.docNo },
      lastCountedAt: null,
    })
    await world().act('stocktaking', count.id, 'count', {
      lines: [{ lineNo: 1, countedQuantity: '12' }],
    })
    const after = binOf(await mapOf(place), 'A-02')
    expect(after.countedBy).toBeNull()
    expect(after.lastCountedAt).not.toBeNull()
    expect(after.lastCountNo).toBe(count.docNo)
  })

  test('lights the bins with a material or of a code, of goods within the scope only', async () => {
    const place = await filled([valve, '3', 'A-01'], [valve, '4', 'A-02'], [bolt, '1', 'A-02'])
    expect(await find(place, valve)).toEqual([
      ['A-01', 1],
      ['A-02', 1],
    ])
    expect(await find(place, 'A-0')).toEqual([
      ['A-01', 0],
      ['A-02', 0],
    ])
    expect(await find(place, '100%')).toEqual([])
    expect(await find(place, valve, { materialGroups: ['G9'] })).toEqual([])
  })

  test('is shown to those who maintain bins or read the stock, of their own places', async () => {
    const place = await filled([valve, '3', 'A-01'])
    const status = async (scope: Partial<Scope>, roles?: string[]) =>
      (await ask('/api/stocktake/bin-map', place, scope, roles)).status
    expect(await status({})).toBe(200)
    expect(await status({}, ['KCCX'])).toBe(200)
    expect(await status({}, ['CHDZY'])).toBe(403)
    for (const scope of [
      { storageLocations: ['0001/1001'] },
      { plants: ['0003'] },
      { companyCodes: ['1020'] },
    ])
      expect(await status(scope)).toBe(403)
  })
})
