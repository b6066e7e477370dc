import { expect, test } from 'vitest'
import { z } from 'zod'
import { shapeProblems } from './body-shape.ts'

const schema = z.object({
  name: z.string().optional(),
  place: z.object({ plant: z.string() }).nullish(),
  rows: z
    .array(z.object({ no: z.string() }))
    .max(2)
    .default([]),
  free: z.record(z.string(), z.unknown()).optional(),
  open: z.looseObject({ known: z.object({ a: z.string() }).optional() }).optional(),
  either: z
    .union([z.object({ one: z.string() }), z.object({ two: z.string() }), z.string()])
    .optional(),
  list: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat())
    .optional(),
  made: z.preprocess((given) => given, z.object({ a: z.string() })).optional(),
})

test.each([
  ['all that is described', { name: 'x', place: { plant: '1' }, rows: [{ no: '1' }] }, []],
  ['an unknown name', { nmae: 'x' }, ['nmae']],
  ['an unknown name within', { place: { plnat: '1' } }, ['place.plnat']],
  ['an unknown name in a list', { rows: [{ no: '1' }, { no: '1', on: '2' }] }, ['rows.1.on']],
  ['a list that is too long', { rows: [{}, {}, { on: 1 }] }, ['rows']],
  ['names of an object that takes any', { free: { a: { b: 1 } }, open: { b: 1 } }, []],
  ['an unknown name of a known part of such', { open: { known: { b: 1 } } }, ['open.known.b']],
  ['the second of two forms', { either: { two: 'x' } }, []],
  ['none of two forms', { either: { three: 'x' } }, ['either.three']],
  ['an object where a text is wanted', { name: { a: 1 } }, []],
  ['a list in one of two forms', { list: ['a'] }, []],
  ['what is read by a function', { made: { b: 1 } }, []],
  ['a name that every object has', { constructor: 1 }, ['constructor']],
])('of %s exactly what is not described is told', (_what, value, places) => {
  expect(shapeProblems(schema, value).map(({ path }) => path.join('.'))).toEqual(places)
})

test('of very many unknown names the first are told', () => {
  const value = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]))
  expect(shapeProblems(schema, value)).toHaveLength(100)
})
