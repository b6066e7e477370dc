import { expect, test } from 'vitest'
import { declarationIndex } from '@kufang/contract/declaration-index.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import {
  areasOfPage,
  grownIndex,
  scriptsOfFirstList,
  sizeKb,
  withAllPages,
} from './first-page-size.ts'

const html = '<script type="module" crossorigin src="./assets/index-aaaaaaaa.js"></script>'
const index = declarationIndex()
const chunks = new Map([
  ['index-aaaaaaaa.js', 'import{a}from"./runtime-bbbbbbbb.js";import(`./shell-cccccccc.js`)'],
  ['runtime-bbbbbbbb.js', 'export{a}'],
  ['shell-cccccccc.js', 'import"./frame-dddddddd.js";'],
  [
    'frame-dddddddd.js',
    `x=JSON.parse(\`${JSON.stringify(index)}\`),y=Object.assign({"../../../contract/src/delivery/declarations.ts":()=>n(()=>import(\`./declared-delivery-eeeeeeee.js\`).then(e=>e.t),d([7,1]),import.meta.url),"../../../contract/src/issue/declarations.ts":()=>n(()=>import(\`./declared-issue-ffffffff.js\`),d([8]),import.meta.url)});`,
  ],
  ['lists-gggggggg.js', 'import"./frame-dddddddd.js";import(`./forms-jjjjjjjj.js`)'],
  [
    'slots-hhhhhhhh.js',
    'z={"./issue/slots.tsx":()=>n(()=>import(`./slots-iiiiiiii.js`),d([1]),import.meta.url)}',
  ],
  ['slots-iiiiiiii.js', 'export{s}'],
  ['declared-delivery-eeeeeeee.js', 'export{d}'],
  ['declared-issue-ffffffff.js', 'export{i}'],
  ['forms-jjjjjjjj.js', 'export{f}'],
])

test('the first list loads what it imports and the declarations of its area, nothing on demand', () => {
  const files = scriptsOfFirstList(html, chunks, ['delivery'])
  expect([...files].sort()).toEqual([
    'declared-delivery-eeeeeeee.js',
    'frame-dddddddd.js',
    'index-aaaaaaaa.js',
    'lists-gggggggg.js',
    'runtime-bbbbbbbb.js',
    'shell-cccccccc.js',
    'slots-hhhhhhhh.js',
  ])
  // The slots of an area that has some.
  expect(scriptsOfFirstList(html, chunks, ['issue'])).toContain('slots-iiiiiiii.js')
  expect(() => scriptsOfFirstList(html, chunks, ['nothing'])).toThrow('declarations of nothing')
})

test('a page needs the areas of its documents and of their predecessors', () => {
  expect(areasOfPage(index, '/deliverManager/buyerCreate')).toEqual(
    new Set(['delivery', 'external-documents']),
  )
  expect(() => areasOfPage(index, '/nowhere')).toThrow('no page /nowhere')
})

test('with all pages the index names each page of the catalogue, and the maps name further areas', () => {
  const files = scriptsOfFirstList(html, chunks, ['delivery'])
  const full = withAllPages(chunks, files, pageCatalogue)
  const frame = full.get('frame-dddddddd.js')!
  for (const { path } of pageCatalogue) expect(frame).toContain(`"path":"${path}"`)
  const areas = frame.match(/src\/[a-z0-9-]+\/declarations\.ts"/g)!
  const times = Math.ceil(pageCatalogue.length / index.pages.length)
  expect(areas).toHaveLength(2 * times)
  expect(new Set(areas).size).toBe(areas.length)
  expect(full.get('slots-hhhhhhhh.js')!.match(/slots\.tsx"/g)).toHaveLength(times)
  expect(sizeKb(full, files)).toBeGreaterThan(sizeKb(chunks, files) + 2)
  // What is loaded on demand stays as it is.
  expect(full.get('forms-jjjjjjjj.js')).toBe(chunks.get('forms-jjjjjjjj.js'))
})

test('further documents, masters and queries come in the proportion of those that exist', () => {
  const grown = grownIndex(index, pageCatalogue)
  for (const kind of ['documents', 'masters', 'queries'] as const) {
    const share = grown[kind].length / grown.pages.length
    const today = index[kind].length / index.pages.length
    expect(share / today).toBeGreaterThan(0.85)
    expect(share / today).toBeLessThan(1.15)
  }
})
