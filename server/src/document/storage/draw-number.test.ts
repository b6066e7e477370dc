import { newId } from '@kufang/kernel/identifier.ts'
import { parseDocumentNumber } from '@kufang/kernel/document-number.ts'
import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import { beforeAll, expect, test } from 'vitest'
import '../../effects.ts'
import { effectsOf, registerEffects } from '../effects/effects.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { systemSession } from '../../platform/session/session.ts'
import { createDocument, previewCreate } from '../service/service.ts'
import { drawDocumentNumber, readDrawnNumber } from './draw-number.ts'
import { newPlace, type Place } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'

const world = useWorld()
const name = 'stock-initialisation'
const today = parseLocalDate('2026-11-22')

/** Goods move with the creation, so that moves contain a number drawn in the same transaction. */
beforeAll(() => {
  const own = effectsOf(name)
  registerEffects([{ ...own, actions: { ...own.actions, submit: own.actions['initialise']! } }])
})

test('documents made at once get numbers without gaps, the same wherever they are written', async () => {
  const { database } = world()
  const places: Place[] = []
  const actor = world().actorFor(name, 'create')
  for (let index = 0; index < 12; index += 1) places.push(await newPlace(world()))
  const keys = places.map(() => newId())
  const make = (index: number) => {
    const { companyCode, plant, storageLocation } = places[index]!
    const line = {
      materialNo: materials.bolt,
      quantity: '10',
      bin: 'A-01',
      stockCategory: 'UU',
      amount: '5.00',
    }
    return createDocument(
      database,
      actor,
      name,
      {
        companyCode,
        header: { plant, storageLocation, origin: 'new' },
        lines: [line],
        actionAfterCreate: 'submit',
      },
      keys[index]!,
    )
  }
  const made = await Promise.all(places.map((_place, index) => make(index)))
  const sequences = made
    .map(({ docNo }) => parseDocumentNumber(docNo)!.sequence)
    .sort((one, other) => one - other)
  expect(sequences).toEqual(sequences.map((_sequence, index) => sequences[0]! + index))
  for (const [index, { id, docNo }] of made.entries()) {
    expect((await world().read(name, id)).header.docNo).toBe(docNo)
    const [written] = await database.query(
      `select array(select distinct document_no from stock_move where document_id = $1) as moves,
         array(select distinct subject_no from audit_entry where subject_id = $1::text) as audits,
         array(select distinct document_no from todo where document_id = $1) as todos,
         array(select distinct split_part(handle_url, '=', 2) from todo where document_id = $1) as addresses`,
      [id],
    )
    expect(written).toEqual({ moves: [docNo], audits: [docNo], todos: [docNo], addresses: [docNo] })
    // The stored answer of a repeated request contains it too.
    expect(await make(index)).toEqual(made[index])
  }
})

test('two companies never write the same number, each without gaps in its own range', async () => {
  const { database } = world()
  const wanted = ['1010', '1020', '1010', '1020', '1010', '1020']
  const numbers = await Promise.all(
    wanted.map((companyCode) =>
      database.transaction(async (tx) => {
        drawDocumentNumber(tx, companyCode, 'XX', today, () => undefined)
        return readDrawnNumber(tx)
      }),
    ),
  )
  const of = (companyCode: string) => numbers.filter((_, index) => wanted[index] === companyCode)
  expect(of('1010').toSorted()).toEqual(['XX20261100001', 'XX20261100002', 'XX20261100003'])
  expect(of('1020').toSorted()).toEqual(['XX202611100001', 'XX202611100002', 'XX202611100003'])
})

test('a range that is used up goes on above the ranges of all companies', async () => {
  const { database } = world()
  await database.query(
    `insert into document_number (company_code, prefix, period, last_sequence)
     values ('1010', 'XY', '202611', 99998), ('1020', 'XY', '202611', 99999)`,
  )
  const draw = (companyCode: string) =>
    database.transaction(async (tx) => {
      drawDocumentNumber(tx, companyCode, 'XY', today, () => undefined)
      return readDrawnNumber(tx)
    })
  expect(await draw('1010')).toBe('XY20261199999')
  expect(await draw('1010')).toBe('XY202611100000001')
  expect(await draw('1020')).toBe('XY202611100100001')
})

test('a number that was not drawn in the transaction is not taken from the one before', async () => {
  const { database } = world()
  const place = await newPlace(world())
  await world().create(name, {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
    lines: [{ materialNo: materials.bolt, quantity: '1', bin: 'A-01', stockCategory: 'UU' }],
    actionAfterCreate: 'submit',
  })
  const session = systemSession(['1010'], newId())
  const entry = { companyCode: '1010', subjectType: name, subjectId: newId(), action: 'create' }
  // On each connection of the pool, one of which drew the number.
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      database.transaction((tx) => writeAudit(tx, session, [{ ...entry, subjectNo: null }])),
    ),
  )
  for (const attempt of attempts)
    expect(attempt).toMatchObject({ status: 'rejected', reason: { code: '23502' } })
})

test('a preview waits for no number that somebody else is drawing, and draws none', async () => {
  const { database } = world()
  const { companyCode, plant, storageLocation } = await newPlace(world())
  const stock = { quantity: '10', bin: 'A-01', stockCategory: 'UU', amount: '5.00' }
  const request = {
    companyCode,
    header: { plant, storageLocation, origin: 'new' },
    lines: [{ materialNo: materials.bolt, ...stock }],
    actionAfterCreate: 'submit',
  }
  const actor = world().actorFor(name, 'create')
  const last = `select prefix, period, last_sequence from document_number where company_code = $1 order by prefix, period`
  const before = await database.query(last, [companyCode])
  expect(before).not.toEqual([])
  await database.transaction(async (tx) => {
    await tx.query(`select 1 from document_number where company_code = $1 for update`, [
      companyCode,
    ])
    expect((await previewCreate(database, actor, name, request)).moves).toHaveLength(1)
  })
  expect(await database.query(last, [companyCode])).toEqual(before)
})
