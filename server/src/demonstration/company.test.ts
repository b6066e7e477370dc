import { isHazardAllowed } from '@kufang/contract/masters/hazard-class.ts'
import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import { expect, test } from 'vitest'
import type { StandInSeed } from '../../../erp-stand-in/src/seed.ts'
import { makeCompany } from './company.ts'
import { units } from './materials.ts'
import { comingLocation, companies, plants, storageLocations } from './organization.ts'
import { pickingUnits, requesters, suppliers } from './partners.ts'
import { seedForErp } from './seed-for-erp.ts'

const today = parseLocalDate('2026-11-21')
const company = makeCompany(today)
const materials = new Map(company.materials.map((material) => [material.materialNo, material]))

test('the company is the same whenever it is made', () => {
  expect(makeCompany(today)).toEqual(company)
  expect(
    makeCompany(parseLocalDate('2027-03-01')).orders[0]?.items.map((item) => item.materialNo),
  ).toEqual(company.orders[0]?.items.map((item) => item.materialNo))
})

test('it is as large as it should be', () => {
  expect([companies.length, plants.length, storageLocations.length, company.bins.length]).toEqual([
    2, 3, 14, 659,
  ])
  expect([
    company.materials.length,
    new Set(company.materials.map((one) => one.materialGroup)).size,
  ]).toEqual([300, 30])
  expect([suppliers.length, company.orders.length, company.requests.length]).toEqual([20, 200, 60])
  expect([company.reservations.length, company.salesOrders.length]).toEqual([105, 30])
  expect(company.opening).toHaveLength(12)
  expect(company.stockOfErp.map(({ stockCategory }) => stockCategory)).toEqual([
    'UU',
    'UU',
    'UU',
    'BL',
  ])
  for (const stock of company.opening) expect(stock.lines.length).toBeGreaterThan(20)
})

test('codes are one of a kind, and texts fit the ERP', () => {
  const unique = (list: readonly string[]) => expect(new Set(list).size).toBe(list.length)
  unique(company.bins.map((bin) => `${bin.plant}/${bin.storageLocation}/${bin.bin}`))
  unique(company.materials.map((material) => material.materialNo))
  unique(company.materials.map((material) => material.description))
  unique(company.orders.map((order) => order.purchaseOrderNo))
  unique(requesters.map((person) => person.requester))
  unique(requesters.map((person) => person.name))
  unique(suppliers.map((supplier) => supplier.name))
  for (const { description } of company.materials)
    expect(description).toMatch(/^[\p{Script=Han}].{3,39}$/u)
  for (const { bin } of company.bins) expect(bin).toMatch(/^[0-9A-Z][0-9A-Z._-]{0,17}$/)
})

test('every stock lies in a bin of its place made for its hazard, in a quantity its unit allows', () => {
  const bins = new Map(company.bins.map((bin) => [`${bin.storageLocation}/${bin.bin}`, bin]))
  const decimals = new Map<string, number>(units.map((unit) => [unit.unit, unit.decimals]))
  for (const stock of company.opening) {
    for (const line of stock.lines) {
      const material = materials.get(line.materialNo)!
      const bin = bins.get(`${stock.storageLocation}/${line.bin}`)!
      expect(isHazardAllowed(material.hazardClass, bin.hazardClass)).toBe(true)
      expect(bin.purpose).toBe(line.stockCategory === 'BL' ? 'rejects' : 'storage')
      expect(line.batch !== '').toBe(material.isBatchManaged)
      expect(line.batch.length).toBeLessThanOrEqual(10)
      expect(line.expiryDate !== null).toBe(material.shelfLifeDays !== null)
      expect(line.expiryDate === null || line.expiryDate > today).toBe(true)
      expect(line.quantity).toMatch(
        decimals.get(material.unit) === 0 ? /^\d+$/ : /^\d+(\.\d{1,3})?$/,
      )
      expect(Number(line.amount)).toBeGreaterThan(0)
    }
  }
})

test('dangerous goods have bins for every step in each chemical store', () => {
  const classes = new Set(company.materials.map((material) => material.hazardClass))
  expect(classes.size).toBeGreaterThan(4)
  for (const location of storageLocations.filter(
    (one) => one.store === 'chemical' && one.pickingUnit === undefined,
  ))
    for (const hazardClass of classes)
      for (const purpose of ['receiving', 'storage', 'rejects', 'staging'])
        expect(
          company.bins.some(
            (bin) =>
              bin.storageLocation === location.storageLocation &&
              bin.purpose === purpose &&
              bin.hazardClass === hazardClass,
          ),
        ).toBe(true)
})

test('orders are of materials their supplier and place deal in, and cover the special cases', () => {
  const items = company.orders.flatMap((order) => order.items)
  for (const order of company.orders) {
    const supplier = suppliers.find((one) => one.supplierNo === order.supplierNo)!
    for (const item of order.items) {
      const location = storageLocations.find((one) => one.storageLocation === item.storageLocation)!
      expect(location).toMatchObject({
        companyCode: order.companyCode,
        plant: item.plant,
        store: materials.get(item.materialNo)!.store,
      })
      expect(supplier.stores).toContain(location.store)
      expect(item.deliveryDate > order.orderDate).toBe(true)
    }
  }
  for (const special of ['K', 'Q', ''])
    expect(items.filter((item) => item.specialStock === special).length).toBeGreaterThan(10)
  expect(items.every((item) => (item.specialStock === 'Q') === (item.wbsElement !== ''))).toBe(true)
  for (const is of ['isCompleted', 'isDeleted', 'isUnlimitedOverDelivery'] as const)
    expect(items.filter((item) => item[is]).length).toBeGreaterThan(1)
  expect(items.some((item) => item.overDeliveryPercent !== '0')).toBe(true)
  expect(
    company.orders.filter((order) => order.supplierNo === suppliers[0]!.supplierNo).length,
  ).toBeGreaterThan(5)
})

test('some goods are ordered in boxes of their pieces, and no purchase request is about those orders', () => {
  const boxed = company.orders.filter((order) => order.items.some(({ unit }) => unit === 'BOX'))
  expect(boxed.length).toBeGreaterThan(1)
  for (const { items } of boxed)
    for (const { unit, materialNo, quantity } of items.filter(({ unit }) => unit === 'BOX')) {
      expect(quantity).toMatch(/^\d+$/)
      expect(materials.get(materialNo)).toMatchObject({ unit: 'EA', units: [{ unit }] })
    }
  const requested = new Set(company.requests.flatMap(({ items }) => items.map((item) => item.unit)))
  expect(requested).not.toContain('BOX')
})

test('pipes are counted in metres and weighed in kilograms, and all of them in stock are weighed', () => {
  const lines = company.opening.flatMap((stock) => stock.lines)
  const pipes = lines.filter(({ materialNo }) => materials.get(materialNo)!.gramsOfUnit !== null)
  expect(pipes.length).toBeGreaterThan(3)
  for (const { materialNo, quantity, secondQuantity } of pipes) {
    const planned = (Number(quantity) * materials.get(materialNo)!.gramsOfUnit!) / 1000
    expect(Math.abs(Number(secondQuantity) / planned - 1)).toBeLessThan(0.05)
  }
  expect(lines.every((line) => pipes.includes(line) || line.secondQuantity === null)).toBe(true)
})

test('reservations ask for goods that lie free in their storage location, for a unit of its plant', () => {
  const free = new Map<string, number>()
  for (const stock of company.opening)
    for (const line of stock.lines)
      if (line.stockCategory === 'UU')
        free.set(`${stock.storageLocation}/${line.materialNo}`, Number(line.quantity))
  const special = company.reservations.filter(({ items }) =>
    items.some((item) => item.specialStock),
  )
  // At least two of project and of consignment stock: one is a story, another is left for the people who try it.
  for (const type of ['221', '201'])
    expect(special.filter(({ movementType }) => movementType === type).length).toBeGreaterThan(1)
  for (const reservation of company.reservations) {
    expect(pickingUnits.find((unit) => unit.pickingUnit === reservation.pickingUnit)?.plant).toBe(
      reservation.plant,
    )
    expect(
      [reservation.costCenter, reservation.wbsElement, reservation.orderNo].filter(
        (account) => account !== '',
      ),
    ).toHaveLength(1)
    expect(reservation.recipientName.length).toBeLessThanOrEqual(12)
    for (const item of reservation.items) {
      expect(Number(item.quantity)).toBeGreaterThan(0)
      if (special.includes(reservation)) continue
      expect(free.get(`${item.storageLocation}/${item.materialNo}`)!).toBeGreaterThanOrEqual(
        Number(item.quantity),
      )
    }
  }
})

test('the ERP stand-in takes the seed as it is', () => {
  const seed: StandInSeed = seedForErp(company)
  expect(seed.purchaseOrders).toHaveLength(200)
  expect(seed.products).toHaveLength(300)
  expect(new Set(seed.stock?.map((row) => row.storageLocation))).toEqual(
    new Set([comingLocation.storageLocation]),
  )
})
