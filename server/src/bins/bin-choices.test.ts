import { describe, expect, test } from 'vitest'
import { hazardClasses, isHazardAllowed } from '@kufang/contract/masters/hazard-class.ts'
import { knowUnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import { describeBinReason, type BinRequest } from '@kufang/contract/bins/bin-choice.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { hazardAllowedSql } from '../masters/public.ts'
import { listBinChoices } from './list-bin-choices.ts'
import { proposeBins } from './propose-bins.ts'

const world = useWorld()
const { resin, bolt, valve, solvent } = materials

async function change(place: Place, bin: string, set: string): Promise<void> {
  const { companyCode, plant, storageLocation } = place
  await world().database.query(
    `update bin set ${set} where company_code = $1 and plant = $2 and storage_location = $3 and bin = $4`,
    [companyCode, plant, storageLocation, bin],
  )
}

/** More bins for storage, by name behind those of a new place; the capacity of bin `n` as SQL. */
async function addBins(place: Place, count: number, capacityKg: string): Promise<void> {
  const { companyCode, plant, storageLocation } = place
  await world().database.query(
    `insert into bin (company_code, plant, storage_location, bin, purpose, weight_capacity_kg)
     select $1, $2, $3, 'C-' || lpad(n::text, length($4::text), '0'), 'storage', ${capacityKg}
     from generate_series(1, $4::int) n`,
    [companyCode, plant, storageLocation, count],
  )
}

/** Goods in bins of a new place: material, quantity, bin, and a batch of resins. */
async function filled(...goods: [string, string, string, string?][]): Promise<Place> {
  const place = await newPlace(world())
  if (goods.length === 0) return place
  const { companyCode, plant, storageLocation } = place
  const { id } = await world().create('stock-initialisation', {
    companyCode,
    header: { plant, storageLocation, origin: 'new' },
    lines: goods.map(([materialNo, quantity, bin, batch]) => ({
      materialNo,
      quantity,
      bin,
      stockCategory: 'UU',
      ...(batch === undefined ? {} : { batch, expiryDate: '2099-01-01' }),
    })),
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', id, 'initialise')
  return place
}

const proposed = (place: Place, ...goods: Parameters<typeof proposeBins>[1]['goods']) =>
  proposeBins(world().database, { ...place, goods })
/** The bins for goods: verdict and codes of the reasons. */
async function choices(place: Place, goods: Omit<BinRequest, keyof Place>) {
  const found = await listBinChoices(world().database, world().onlooker.scope, {
    ...place,
    ...goods,
  })
  return Object.fromEntries(
    found.map(({ bin, verdict, reasons }) => [bin, [verdict, ...reasons.map(({ code }) => code)]]),
  )
}

describe('the bin proposed for goods', () => {
  test('has the same batch, else the most of the material, else is the first for storage', async () => {
    const place = await filled(
      [resin, '5', 'A-01', 'B1'],
      [resin, '9', 'A-02', 'B2'],
      [bolt, '1', 'A-01'],
    )
    expect(await proposed(place, { materialNo: resin, batch: 'B1' })).toEqual(['A-01'])
    expect(await proposed(place, { materialNo: resin, batch: 'B3' })).toEqual(['A-02'])
    expect(await proposed(place, { materialNo: valve })).toEqual(['A-01'])
    expect(await proposed(place, { materialNo: valve, exceptBin: 'A-01' })).toEqual(['A-02'])
    expect(await choices(place, { materialNo: resin, batch: 'B1', quantity: '2' })).toMatchObject({
      'A-01': ['proposed', 'same-batch', 'no-hazard'],
      'A-02': ['possible', 'same-material', 'no-hazard'],
      'R-01': ['refused', 'purpose'],
      'H-01': ['refused', 'hazard-differs'],
      'HR-01': ['refused', 'purpose', 'hazard-differs'],
    })
  })

  test('is of the hazard class, in use, and says why others are not', async () => {
    const place = await filled()
    expect(await proposed(place, { materialNo: solvent })).toEqual(['H-01'])
    expect((await choices(place, { materialNo: solvent }))['H-01']).toEqual([
      'proposed',
      'empty',
      'hazard',
    ])
    await change(place, 'H-01', 'is_frozen = true')
    await change(place, 'A-01', 'is_active = false')
    expect(await proposed(place, { materialNo: solvent }, { materialNo: bolt })).toEqual([
      null,
      'A-02',
    ])
    expect(await choices(place, { materialNo: solvent })).toMatchObject({
      'H-01': ['refused', 'frozen'],
      'A-01': ['refused', 'inactive', 'hazard-differs'],
    })
  })

  test('carries them beside what lies there', async () => {
    const place = await filled([resin, '90', 'A-01', 'B1'])
    await change(place, 'A-01', 'weight_capacity_kg = 100')
    const goods = { materialNo: resin, batch: 'B1' }
    expect(await proposed(place, { ...goods, quantity: '10' })).toEqual(['A-01'])
    expect(await proposed(place, { ...goods, quantity: '10.001' })).toEqual(['A-02'])
    const [first] = await listBinChoices(world().database, world().onlooker.scope, {
      ...place,
      ...goods,
      quantity: '10',
    })
    expect(first).toMatchObject({
      bin: 'A-01',
      verdict: 'proposed',
      reasons: [
        { code: 'same-batch', params: { batch: 'B1', quantity: '90', unit: 'KG' } },
        { code: 'no-hazard' },
        { code: 'room', params: { left: '10', weight: '10' } },
      ],
    })
    const full = await choices(place, { ...goods, quantity: '20' })
    expect(full['A-01']).toEqual(['refused', 'no-room'])
    // A full bin of the class comes before bins for other goods.
    expect(Object.keys(full).slice(0, 2)).toEqual(['A-02', 'A-01'])
    // Nothing says what a bolt weighs.
    expect((await choices(place, { materialNo: bolt, quantity: '20' }))['A-01']).toEqual([
      'proposed',
      'mixing',
      'no-hazard',
      'weight-unknown',
    ])
  })

  test('has no other material if it may not be mixed, also none of another line', async () => {
    const place = await filled([bolt, '5', 'A-01'])
    await change(place, 'A-01', 'allows_mixing = false')
    await change(place, 'A-02', 'allows_mixing = false')
    expect(await proposed(place, { materialNo: bolt })).toEqual(['A-01'])
    expect(await proposed(place, { materialNo: valve })).toEqual(['A-02'])
    expect((await choices(place, { materialNo: valve }))['A-01']).toEqual(['refused', 'not-mixed'])
    const other = await filled()
    await change(other, 'A-01', 'allows_mixing = false')
    expect(await proposed(other, { materialNo: valve }, { materialNo: bolt })).toEqual([
      'A-01',
      'A-02',
    ])
  })

  test('is looked for further on for what is heavier than the other goods, also of those there', async () => {
    const place = await filled()
    await change(place, 'A-01', 'weight_capacity_kg = 5')
    await change(place, 'A-02', 'weight_capacity_kg = 5')
    // More small bins than are looked at for two lines, and the large one behind them.
    await addBins(place, 40, 'case n when 40 then 1000 else 5 end')
    const goods = (quantity: string) => ({ materialNo: resin, batch: 'B1', quantity })
    expect(await proposed(place, goods('1'), goods('600'), goods('4'), goods('400'))).toEqual([
      'A-01',
      'C-40',
      'A-01',
      'C-40',
    ])
    // Together they are too heavy for it, which is shown.
    expect(await proposed(place, goods('600'), goods('401'), goods('1'))).toEqual([
      'C-40',
      'C-40',
      'A-01',
    ])
  })

  test('is looked for further on once the goods before have filled those that are heavy enough', async () => {
    const place = await filled()
    await change(place, 'A-01', 'weight_capacity_kg = 1')
    await change(place, 'A-02', 'weight_capacity_kg = 1')
    // Two of the first bins carry what is heavy, the others of these stand behind more small ones than are looked at.
    await addBins(place, 130, 'case when n <= 2 or n > 80 then 10 else 1 end')
    const heavy = { materialNo: resin, batch: 'B1', quantity: '10' }
    const light = { ...heavy, quantity: '1' }
    expect(await proposed(place, light, heavy, heavy, heavy, heavy)).toEqual([
      'A-01',
      'C-001',
      'C-002',
      'C-081',
      'C-082',
    ])
    // Each of fifty has a bin of its own, of the same weight or not.
    const fifty = Array.from({ length: 50 }, () => heavy)
    const different = fifty.map((goods, n) => ({ ...goods, quantity: String(9 + n / 50) }))
    expect(new Set(await proposed(place, light, ...fifty)).size).toBe(51)
    expect(new Set(await proposed(place, light, ...different)).size).toBe(51)
  })

  test('is the best of its class if none has room, and is shown to be full', async () => {
    const place = await filled([resin, '90', 'A-02', 'B1'])
    await change(place, 'A-01', 'weight_capacity_kg = 5')
    await change(place, 'A-02', 'weight_capacity_kg = 100')
    expect(await proposed(place, { materialNo: resin, quantity: '50' })).toEqual(['A-02'])
    expect(await choices(place, { materialNo: resin, quantity: '50' })).toMatchObject({
      'A-01': ['refused', 'no-room'],
      'A-02': ['refused', 'no-room'],
    })
  })

  test('is offered with those that may be used, and of those that may not none if there are many others', async () => {
    const place = await filled([resin, '5', 'A-02', 'B1'])
    await change(place, 'A-01', 'is_frozen = true')
    const { companyCode, plant, storageLocation } = place
    await world().database.query(
      `insert into bin (company_code, plant, storage_location, bin, purpose)
       select $1, $2, $3, 'A-01-' || lpad(n::text, 3, '0'), 'storage' from generate_series(1, 250) n`,
      [companyCode, plant, storageLocation],
    )
    await change(place, 'A-01-240', 'is_frozen = true')
    const goods = { materialNo: resin, batch: 'B2', quantity: '5' }
    const all = await choices(place, goods)
    const bins = Object.keys(all)
    expect(bins).toHaveLength(200)
    expect(bins.slice(0, 2)).toEqual(['A-02', 'A-01-001'])
    expect(Object.values(all).filter(([verdict]) => verdict === 'refused')).toEqual([])
    await world().database.query(
      `update bin set is_active = false
       where company_code = $1 and plant = $2 and storage_location = $3 and bin between 'A-01-101' and 'A-01-999'`,
      [companyCode, plant, storageLocation],
    )
    const fewer = Object.entries(await choices(place, goods))
    expect(fewer).toHaveLength(200)
    expect(fewer.filter(([, [verdict]]) => verdict === 'refused')[0]?.[0]).toBe('A-01')
    expect(fewer.filter(([, [verdict]]) => verdict !== 'refused')).toHaveLength(101)
  })

  test('is told within the scope of the person only', async () => {
    const place = await filled()
    const { scope } = world().onlooker
    const asked = { ...place, materialNo: bolt }
    const seen = async (more: object) =>
      (await listBinChoices(world().database, { ...scope, ...more }, asked)).length
    expect(await seen({})).toBe(6)
    const { companyCode: _its, ...ofPlant } = asked
    expect(await listBinChoices(world().database, scope, ofPlant)).toHaveLength(6)
    expect(await seen({ storageLocations: ['0001/1002'] })).toBe(0)
    expect(await seen({ plants: ['0002'] })).toBe(0)
    expect(await seen({ companyCodes: ['1020'] })).toBe(0)
    expect(await seen({ supplierNo: '100001' })).toBe(0)
  })
})

test('statements and code agree which hazard class may lie in which bin', async () => {
  const classes = ['', ...Object.keys(hazardClasses)]
  const pairs = await world().database.query<{ m: string; b: string; isAllowed: boolean }>(
    `select m, b, ${hazardAllowedSql('m', 'b')} as is_allowed from unnest($1::text[]) m, unnest($1::text[]) b`,
    [classes],
  )
  expect(pairs).toHaveLength(classes.length ** 2)
  for (const { m, b, isAllowed } of pairs)
    expect(isHazardAllowed(m || null, b || null), `${m} in ${b}`).toBe(isAllowed)
})

test('reasons are told in both languages, with classes and units in words', () => {
  const hazard = { code: 'hazard-differs', params: { hazard: '3', binHazard: '' } } as const
  expect(describeBinReason(hazard, 'zh')).toBe('危险类别不符：物料 3 易燃液体，货位 普通')
  expect(describeBinReason(hazard, 'en')).toBe(
    'hazard class differs: the material is 3 Flammable liquid, the bin ordinary',
  )
  const same = {
    code: 'same-batch',
    params: { batch: 'B1', quantity: '90', unit: 'EA' },
  } as const
  knowUnitNames({ EA: '个' })
  expect(describeBinReason(same, 'zh')).toBe('已存同批次 B1 90 个')
  expect(describeBinReason(same, 'en')).toBe('has 90 EA of batch B1 already')
})
