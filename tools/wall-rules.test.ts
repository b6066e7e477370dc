import { areaNeeds } from '@kufang/contract/document/declare/area.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { documents } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { circlesOfAreas, ownersOf, reachesOf, wallBreaches } from './wall-rules.ts'

const owners = ownersOf(Object.values(documents), Object.values(masters), [
  { path: 'server/src/freeze/draw.ts', text: '`insert into freeze_draw (id) values ($1)`' },
  { path: 'server/src/freeze/draw.test.ts', text: '`insert into stock_move (id) values ($1)`' },
  { path: 'server/src/demonstration/fill.ts', text: '`insert into freeze_draw (id) values ($1)`' },
  { path: 'server/src/messages/tell.ts', text: '`delete from todo where id = $1`' },
  { path: 'server/src/document/todo.ts', text: '`update todo set due_at = now()`' },
])

/** What a file names of areas that its own does not need. */
const beyond = (path: string, text: string): string[] =>
  reachesOf({ path, text }, owners).beyond.map(
    ({ line, name, owner }) => `${line} ${name} ${owner}`,
  )

const receiving = 'server/src/receiving/any.ts'

test('a document of an area that is not needed is refused, in any quotes', () => {
  expect(beyond(receiving, `\nact('goods-issue')`)).toEqual(['2 goods-issue issue'])
  expect(beyond(receiving, 'act(`goods-issue`, "goods-issue")')).toHaveLength(2)
  expect(beyond('packages/contract/src/receiving/any.ts', `['goods-issue']`)).toHaveLength(1)
})

test('documents of the own area and of areas that are needed are permitted', () => {
  expect(beyond(receiving, `act('goods-receipt', 'delivery-note', 'purchase-order')`)).toEqual([])
  expect(beyond('server/src/issue/any.ts', `act('goods-receipt')`)).toEqual([])
})

test('tables of an area that is not needed are refused wherever SQL names them', () => {
  expect(beyond(receiving, '`select 1 from goods_issue_line l`')).toEqual([
    '1 goods_issue_line issue',
  ])
  expect(beyond(receiving, '`select ${x} from arrival a, goods_issue i where ${y}`')).toEqual([
    '1 goods_issue issue',
  ])
  expect(
    beyond(receiving, '`select 1 from arrival a\n  left join goods_issue using (id)`'),
  ).toHaveLength(1)
  expect(beyond(receiving, '`update goods_issue set x = 1`')).toHaveLength(1)
  expect(beyond(receiving, '`insert into goods_issue_line (x) select 1`')).toHaveLength(1)
  expect(beyond(receiving, '`delete from only goods_issue`')).toHaveLength(1)
  expect(beyond(receiving, `read('goods_issue_line')`)).toHaveLength(1)
})

test('the table of a master is its area’s, but for those of the data scope', () => {
  expect(beyond('server/src/system/any.ts', '`select 1 from material`')).toEqual([
    '1 material masters',
  ])
  expect(beyond('server/src/system/any.ts', '`select 1 from plant join company`')).toEqual([])
  expect(beyond(receiving, '`select 1 from material`')).toEqual([])
})

test('another table belongs to the area that alone writes it', () => {
  expect(beyond(receiving, '`select 1 from freeze_draw`')).toEqual(['1 freeze_draw freeze'])
  expect(beyond('server/src/requisition/any.ts', '`select 1 from freeze_draw`')).toEqual([])
  expect(beyond(receiving, '`select 1 from todo join stock_move`')).toEqual([])
})

test('comments, names that are computed and files of nobody are not held', () => {
  expect(beyond(receiving, `// from goods_issue, 'goods-issue'\nconst goodsIssue = 1`)).toEqual([])
  expect(beyond('server/src/document/any.ts', `act('goods-issue')`)).toEqual([])
  expect(beyond('server/src/receiving/any.test.ts', `act('goods-issue')`)).toEqual([])
  expect(beyond('server/src/receiving/arrival.journey.ts', `act('goods-issue')`)).toEqual([])
})

test('names that are permitted count as looked at', () => {
  const text = `act('goods-receipt'); query(\`select 1 from arrival join goods_issue\`)`
  expect(reachesOf({ path: receiving, text }, owners).names).toBe(3)
})

test('an exception permits a name in its file, and fails once it does not occur', () => {
  const { beyond: reaches } = reachesOf({ path: receiving, text: `act('goods-issue')` }, owners)
  expect(wallBreaches(reaches, [])).toEqual([
    `${receiving}:1: names goods-issue of issue, which receiving does not need (contract/document/declare/area.ts)`,
  ])
  expect(wallBreaches(reaches, [`${receiving} goods-issue`])).toEqual([])
  expect(wallBreaches([], [`${receiving} goods-issue`])).toEqual([
    `tools/wall-exceptions.ts: ${receiving} goods-issue: no longer occurs, delete the line`,
  ])
})

test('no area needs itself over others', () => {
  expect(circlesOfAreas(areaNeeds)).toEqual([])
  expect(circlesOfAreas({ a: ['b'], b: ['c'], c: ['b'] })).toEqual([
    'contract/document/declare/area.ts: b needs itself over others',
    'contract/document/declare/area.ts: c needs itself over others',
  ])
})
