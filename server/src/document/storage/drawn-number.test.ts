import { newId } from '@kufang/kernel/identifier.ts'
import { parseDocumentNumber } from '@kufang/kernel/document-number.ts'
import { expect, test } from 'vitest'
import '../../effects.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { systemSession } from '../../platform/session/session.ts'
import { createDocument } from '../service.ts'
import { newPlace, type Place } from '../testing/core-flow.ts'
import { materials } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'

const world = useWorld()
const name = 'stock-initialisation'

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
        header: { plant, storageLocation },
        lines: [line],
        actionAfterCreate: 'initialise',
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
    // Asked for again, the kept answer has it too.
    expect(await make(index)).toEqual(made[index])
  }
})

test('a number that was not drawn in the transaction is not taken from the one before', async () => {
  const { database } = world()
  const place = await newPlace(world())
  await world().create(name, {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation },
    lines: [{ materialNo: materials.bolt, quantity: '1', bin: 'A-01', stockCategory: 'UU' }],
    actionAfterCreate: 'initialise',
  })
  const session = systemSession(['1010'], newId())
  const entry = { companyCode: '1010', subjectType: name, subjectId: newId(), action: 'create' }
  // On each connection of the pool: one of them drew the number.
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      database.transaction((tx) => writeAudit(tx, session, [{ ...entry, subjectNo: null }])),
    ),
  )
  for (const attempt of attempts)
    expect(attempt).toMatchObject({ status: 'rejected', reason: { code: '23502' } })
})
