import { expect, it } from 'vitest'
import { masters } from '../../masters/declarations.ts'
import { registry } from '../../registry.ts'
import type { AnyMaster } from './define-master.ts'
import type { Fields } from './field.ts'
import { boundsOf, boundValues } from './reference-bounds.ts'
import { reference } from './field.ts'
import { label } from './label.ts'

const known: Readonly<Record<string, AnyMaster>> = masters
const words = label('领料人', 'Requester')

it('are the parts of the master’s key before the code, and what the field declares', () => {
  expect(boundsOf(reference(words, 'bin'), masters.bin)).toEqual([
    'companyCode',
    'plant',
    'storageLocation',
  ])
  expect(
    boundsOf(reference(words, 'requester', { within: ['pickingUnit'] }), masters.requester),
  ).toEqual(['companyCode', 'pickingUnit'])
  expect(boundsOf(reference(words, 'material'), masters.material)).toEqual([])
})

it('are read from the line, else from the header; what is not known bounds nothing', () => {
  const field = reference(words, 'bin')
  expect(
    boundValues(
      field,
      masters.bin,
      { plant: '1012', storageLocation: '' },
      { plant: '1011', storageLocation: 'A001' },
    ),
  ).toEqual({ plant: '1012', storageLocation: 'A001' })
  expect(boundValues(field, masters.bin, null, {})).toEqual({})
})

it('name fields that the declaration and the master have', () => {
  const missing: string[] = []
  let count = 0
  const look = (where: string, fields: Fields, all: Fields): void => {
    for (const [name, field] of Object.entries(fields)) {
      for (const bound of field.within ?? []) {
        count += 1
        const master = known[field.master ?? '']
        if (!(bound in all) || master === undefined || !(bound in master.fields))
          missing.push(`${where}.${name} within ${bound}`)
      }
    }
  }
  for (const { name, header, lines } of Object.values(registry.documents)) {
    look(name, header as Fields, header as Fields)
    look(`${name} line`, lines as Fields, { ...header, ...lines } as Fields)
  }
  for (const { name, fields } of Object.values(known)) look(name, fields, fields)
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(0)
})
