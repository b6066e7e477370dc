import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { usualDeliveryPlace } from './deliveries.ts'
import { mayDrawFrom, sharedPlacesOf } from './drawing-rights.ts'
import { usualReceivingUnit } from './receiving-units.ts'
import { fillMasters } from './testing.ts'

let made: TestDatabase
let database: Database

beforeAll(async () => {
  made = await createTestDatabase()
  database = openDatabase({ connectionString: made.connectionString })
  await fillMasters(database)
})

afterAll(async () => {
  await database?.close()
  await made?.drop()
})

test('the usual delivery place of a unit is the marked one, or its only one, while it is valid', async () => {
  const add = (place: string, isUsual: boolean, validTo: string | null = null) =>
    database.query(
      `insert into delivery_place (company_code, plant, delivery_place, name, picking_unit, is_usual, valid_to)
       values ('1010', '1011', $1, $1, 'LY01', $2, $3)`,
      [place, isUsual, validTo],
    )
  const usual = (plant = '1011') => usualDeliveryPlace(database, '1010', plant, 'LY01')
  expect(await usual()).toBeNull()
  await add('GATE-1', false)
  expect(await usual()).toBe('GATE-1')
  await add('GATE-2', false)
  expect(await usual()).toBeNull()
  await add('GATE-3', true)
  expect(await usual()).toBe('GATE-3')
  expect(await usual('')).toBe('GATE-3')
  expect(await usual('1012')).toBeNull()
  await database.query(`update delivery_place set valid_to = $1 where delivery_place = 'GATE-3'`, [
    addDays(companyToday(), -1),
  ])
  expect(await usual()).toBeNull()
})

test('the usual receiving unit of a plant is proposed while it is in use', async () => {
  await database.query(
    `insert into receiving_unit (company_code, plant, receiving_unit, name, is_usual, address)
     values ('1010', '1011', 'SH01', '接收站', true, '3 号门'), ('1010', '1011', 'SH02', '二站', false, '4 号门')`,
  )
  expect(await usualReceivingUnit(database, '1010', '1011')).toBe('接收站')
  expect(await usualReceivingUnit(database, '1010', '1012')).toBeNull()
  await database.query(`update receiving_unit set is_active = false where receiving_unit = 'SH01'`)
  expect(await usualReceivingUnit(database, '1010', '1011')).toBeNull()
})

test('a unit with plants draws from these only', async () => {
  const may = (plant: string, storageLocation: string) =>
    mayDrawFrom(database, '1010', 'LY01', plant, storageLocation)
  expect([await may('1011', 'A001'), await may('1012', 'B001')]).toEqual([true, true])
  await database.query(
    `insert into picking_unit_plant (company_code, picking_unit, plant) values ('1010', 'LY01', '1012')`,
  )
  expect([await may('1011', 'A001'), await may('1012', 'B001')]).toEqual([false, true])
  await database.query(`update picking_unit_plant set is_active = false`)
  expect([await may('1011', 'A001'), await may('1012', 'B001')]).toEqual([true, true])
})

test('a place that a unit may draw from only until a day is none from the next day on', async () => {
  const may = (storageLocation: string) =>
    mayDrawFrom(database, '1010', 'LY02', '1011', storageLocation)
  const until = (storageLocation: string, day: string) =>
    database.query(
      `insert into picking_unit_storage_location (company_code, picking_unit, plant, storage_location, valid_to)
       values ('1010', 'LY02', '1011', $1, $2)`,
      [storageLocation, day],
    )
  expect([await may('A001'), await may('A002')]).toEqual([true, true])
  await until('A001', companyToday())
  expect([await may('A001'), await may('A002')]).toEqual([true, false])
  await database.query(`update picking_unit_storage_location set valid_to = $1`, [
    addDays(companyToday(), -1),
  ])
  // None of its rows counts any more, so it may draw from all places of its company again.
  expect([await may('A001'), await may('A002')]).toEqual([true, true])
})

test('a unit with places of other companies is shown the shared stock of these only, while they are valid', async () => {
  const shown = () => sharedPlacesOf(database, '1010', 'LY01')
  expect(await shown()).toBeNull()
  await database.query(
    `insert into picking_unit_cross_location (company_code, picking_unit, owner_company_code, plant, storage_location, valid_to)
     values ('1010', 'LY01', '1020', '1021', 'C001', null), ('1010', 'LY01', '1020', '1021', 'C002', $1)`,
    [addDays(companyToday(), -1)],
  )
  expect(await shown()).toEqual([{ companyCode: '1020', plant: '1021', storageLocation: 'C001' }])
  await database.query('update picking_unit_cross_location set is_active = false')
  expect(await shown()).toBeNull()
})
