import { beforeAll, describe, expect, test } from 'vitest'
import { stocked } from '../document/testing/core-flow.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

const name = 'transfer-order'
const page = '/dump/chemicalDumpFormCreate'

describe('a transfer of chemicals', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  const oxidiser = 'M-OXIDE'

  beforeAll(async () => {
    const { database } = world()
    await database.query(
      `insert into material (material_no, description, material_group, unit, hazard_class) values ($1, '过氧化物', 'G3', 'KG', '5.1')`,
      [oxidiser],
    )
    await database.query(`insert into unit (unit, name_zh, decimals) values ('L', '升', 3)`)
    await database.query(
      `insert into material_unit (material_no, unit, numerator, denominator) values ($1, 'L', 4, 5)`,
      [materials.solvent],
    )
  })

  /** A storage location with bins for class 3 and class 5.1, in these areas. */
  const chemicalPlace = async (areas: { '3': string; '5.1': string }): Promise<Place> => {
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    await world().database.query(
      `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class, area)
       values ($1, $2, $3, 'W-51', 'storage', '5.1', $4)`,
      [companyCode, plant, storageLocation, areas['5.1']],
    )
    await world().database.query(
      `update bin set area = $2 where storage_location = $1 and bin = 'H-01'`,
      [storageLocation, areas['3']],
    )
    return place
  }
  const filled = async (): Promise<Place> => {
    const place = await newPlace(world())
    await stocked(world(), place, [{ materialNo: materials.solvent, quantity: '50' }], {
      bin: 'H-01',
    })
    return place
  }
  const drum = {
    materialNo: materials.solvent,
    quantity: '20',
    bin: 'H-01',
    receivingBin: 'H-01',
    container: 'drum',
    temperatureC: '-12.5',
    containerCapacity: '25',
  }
  const enter = (
    { companyCode, plant, storageLocation }: Place,
    to: Place,
    ...lines: Record<string, unknown>[]
  ) =>
    world().create(name, {
      page,
      companyCode,
      header: { plant, storageLocation, receivingStorageLocation: to.storageLocation },
      lines: lines.map((line) => ({ ...drum, ...line })),
      actionAfterCreate: 'submit',
    })

  test('says of each chemical in what it goes, how warm, and how much that holds, entered in a second unit', async () => {
    const place = await filled()
    const there = await chemicalPlace({ '3': 'W3', '5.1': 'W5' })
    // 25 litres weigh 20 kilograms.
    const { id } = await enter(place, there, { containerCapacity: '25 L' })
    expect(await trade.header(id)).toMatchObject({ goodsKind: 'chemical', transferType: 'twoStep' })
    const { lines } = await world().read(name, id)
    expect(lines[0]).toMatchObject({
      container: 'drum',
      temperatureC: '-12.5',
      containerCapacity: '20',
    })
    await expectRefused(world(), () => enter(place, there, { containerCapacity: '24 L' }), [
      {
        code: 'container-overfilled',
        line: 1,
        field: 'containerCapacity',
        params: { quantity: '20', capacity: '19.2', unit: 'KG' } as never,
      },
    ])
    await expectRefused(world(), () => enter(place, there, { temperatureC: '-274' }), [
      { code: 'input-invalid', line: 1, field: 'temperatureC' },
    ])
  })

  test('goods in bulk name their tank, and what is no chemical goes on the other page', async () => {
    const place = await filled()
    const there = await chemicalPlace({ '3': 'W3', '5.1': 'W5' })
    await expectRefused(world(), () => enter(place, there, { container: 'tank' }), [
      {
        code: 'container-unnamed',
        line: 1,
        field: 'containerNo',
        params: { container: '储罐' } as never,
      },
    ])
    await enter(place, there, { container: 'tank', containerNo: 'V-101' })
    await expectRefused(
      world(),
      () => enter(place, there, { materialNo: materials.bolt, bin: 'A-01', receivingBin: 'A-01' }),
      [{ code: 'not-a-chemical', line: 1, field: 'materialNo' }],
    )
    const { containerCapacity: _none, ...without } = drum
    await expectRefused(
      world(),
      () =>
        world().create(name, {
          page,
          companyCode: place.companyCode,
          header: {
            plant: place.plant,
            storageLocation: place.storageLocation,
            receivingStorageLocation: there.storageLocation,
          },
          lines: [without],
          actionAfterCreate: 'submit',
        }),
      [{ code: 'field-required', line: 1, field: 'containerCapacity' }],
    )
  })

  test('is refused into an area with a class that is kept apart, which it names with where it lies; when it is written, and when it arrives', async () => {
    const place = await filled()
    const apart = await chemicalPlace({ '3': 'W3', '5.1': 'W5' })
    const together = await chemicalPlace({ '3': 'W', '5.1': 'W' })
    for (const one of [apart, together])
      await stocked(world(), one, [{ materialNo: oxidiser, quantity: '5' }], { bin: 'W-51' })
    const conflict = (area: string) => ({
      code: 'storage-class-conflict',
      line: 1,
      field: 'receivingBin',
      params: {
        material: materials.solvent,
        class: '3',
        bin: 'H-01',
        area,
        other: oxidiser,
        otherClass: '5.1',
        otherBin: 'W-51',
      },
    })
    await expectRefused(world(), () => enter(place, together, {}), [conflict('W')])
    const { id } = await enter(place, apart, {})
    for (const action of ['approve', 'ship']) await trade.act(id, action)
    // Meanwhile the area of the bin was changed.
    const rename = (area: string) =>
      world().database.query(
        `update bin set area = $2 where storage_location = $1 and bin = 'H-01'`,
        [apart.storageLocation, area],
      )
    await rename('W5')
    const receive = () =>
      trade.act(id, 'receive', { lines: [{ lineNo: 1, quantityReceived: '20' }] })
    await expectRefused(world(), receive, [conflict('W5')])
    await rename('W3')
    await receive()
    await trade.proven()
  })

  test('two chemicals of one transfer that are kept apart do not come into one area', async () => {
    const place = await chemicalPlace({ '3': 'W3', '5.1': 'W5' })
    const there = await chemicalPlace({ '3': 'W', '5.1': 'W' })
    const { database } = world()
    await database.query(
      `update bin set area = 'W' where storage_location = $1 and bin in ('H-01', 'W-51')`,
      [there.storageLocation],
    )
    const { id } = await world().create('stock-initialisation', {
      companyCode: place.companyCode,
      header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
      lines: [
        {
          materialNo: materials.solvent,
          quantity: '50',
          bin: 'H-01',
          stockCategory: 'UU',
          amount: '10',
        },
        { materialNo: oxidiser, quantity: '50', bin: 'W-51', stockCategory: 'UU', amount: '10' },
      ],
    })
    for (const action of ['submit', 'initialise'])
      await world().act('stock-initialisation', id, action)
    await expectRefused(
      world(),
      () =>
        enter(
          place,
          there,
          {},
          { materialNo: oxidiser, bin: 'W-51', receivingBin: 'W-51', quantity: '10' },
        ),
      [
        { code: 'storage-class-conflict', line: 1, params: { otherBin: 'W-51' } as never },
        { code: 'storage-class-conflict', line: 2, params: { otherBin: 'H-01' } as never },
      ],
    )
  })

  test('a bin move keeps the classes apart, too', async () => {
    const place = await chemicalPlace({ '3': 'W', '5.1': 'W5' })
    const { companyCode, plant, storageLocation } = place
    await world().database.query(
      `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class, area)
       values ($1, $2, $3, 'W-52', 'storage', '5.1', 'W')`,
      [companyCode, plant, storageLocation],
    )
    const { id } = await world().create('stock-initialisation', {
      companyCode,
      header: { plant, storageLocation, origin: 'new' },
      lines: [
        {
          materialNo: materials.solvent,
          quantity: '50',
          bin: 'H-01',
          stockCategory: 'UU',
          amount: '10',
        },
        { materialNo: oxidiser, quantity: '50', bin: 'W-51', stockCategory: 'UU', amount: '10' },
      ],
    })
    for (const action of ['submit', 'initialise'])
      await world().act('stock-initialisation', id, action)
    await expectRefused(
      world(),
      () =>
        world().create('location-adjustment', {
          companyCode,
          header: { plant, storageLocation, reason: '整理库位' },
          lines: [
            {
              materialNo: oxidiser,
              quantity: '10',
              bin: 'W-51',
              targetBin: 'W-52',
              stockCategory: 'UU',
            },
          ],
          actionAfterCreate: 'execute',
        }),
      [
        {
          code: 'storage-class-conflict',
          line: 1,
          field: 'targetBin',
          params: { other: materials.solvent, otherBin: 'H-01' } as never,
        },
      ],
    )
  })
})
