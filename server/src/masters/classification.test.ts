import { addAll } from '@kufang/kernel/add-all.ts'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type {
  ClassBranch,
  ClassProposal,
  TakenProposals,
} from '@kufang/contract/masters/class-board.ts'
import { importRowsMax, type MasterImport } from '@kufang/contract/document/master-record.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedData } from '../replay/shared-data.ts'
import { csvRecords } from './testing-csv.ts'
import type { MastersTest } from './testing-server.ts'
import { startMastersTest } from './testing-server.ts'

let masters: MastersTest
let admin: string
let calls = 0

beforeAll(async () => {
  masters = await startMastersTest()
  ;({ admin } = masters)
})
afterAll(() => masters?.close())

const rows = (text: string, values: readonly unknown[] = []) =>
  masters.server.database.query(text, values)

async function call<T>(
  url: string,
  payload: object,
  token = admin,
): Promise<T & { code?: string }> {
  calls += 1
  const response = await masters.server.app.inject({
    method: 'POST',
    url: `/api/classification/${url}`,
    payload,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': `classification-${calls}` },
  })
  return (response.json() as { datas: T & { code?: string } }).datas
}

/** Imports by the call of the page, in workbooks of the permitted size. */
async function importAll(master: string, all: readonly object[]): Promise<MasterImport> {
  const sum: MasterImport = {
    newCount: 0,
    changedCount: 0,
    sameCount: 0,
    requestedCount: 0,
    refusedCount: 0,
    refusals: [],
    isImported: true,
  }
  for (let at = 0; at < all.length; at += importRowsMax) {
    const part = all.slice(at, at + importRowsMax)
    const { datas } = await masters.call(admin, 'POST', `${master}/import`, {
      rows: part,
      onRefusal: 'skip',
    })
    const done = datas as unknown as MasterImport
    for (const name of ['newCount', 'changedCount', 'sameCount', 'refusedCount'] as const)
      sum[name] += done[name]
    addAll(sum.refusals, done.refusals)
  }
  return sum
}

/** UNSPSC, or a few rows of it where the shared data are not there. */
function unspsc(): { code: string; zh: string; en: string }[] {
  const path = sharedData('unspsc-zh/unspsc_en_zh.csv.gz')
  const text =
    path === null
      ? `code,level,title_en,title_zh\n40000000,segment,Distribution,流体输送设备\n40140000,family,Fluid,流体和气体输送\n40141600,class,Valves,阀门\n40141604,commodity,Safety valves,安全阀\n40141606,commodity,Pressure reducing valves,减压阀\n40141699,commodity,Untitled,\n`
      : gunzipSync(readFileSync(path)).toString('utf8')
  const [head, ...records] = csvRecords(text)
  const at = (name: string) => head!.indexOf(name)
  return records.map((cells) => ({
    code: cells[at('code')]!,
    en: cells[at('title_en')]!,
    zh: cells[at('title_zh')]!,
  }))
}

describe('the classification', () => {
  test('is imported from UNSPSC: rows without a Chinese title are named, and a second time changes nothing', async () => {
    const classes = unspsc()
    const table = classes.map(({ code, zh, en }, index) => ({
      line: (index % importRowsMax) + 2,
      values: { classCode: code, name: zh, nameEn: en },
    }))
    const started = performance.now()
    const done = await importAll('material-class', table)
    const seconds = (performance.now() - started) / 1000
    const untitled = classes.filter(({ zh }) => zh.trim() === '')
    process.stdout.write(
      `${classes.length} classes: ${done.newCount} new, ${done.refusedCount} refused, ${seconds.toFixed(1)} s\n`,
    )
    expect(done).toMatchObject({
      newCount: classes.length - untitled.length,
      refusedCount: untitled.length,
    })
    expect(new Set(done.refusals.map(({ code, field }) => `${code} ${field}`))).toEqual(
      new Set(['field-required name']),
    )
    expect(await importAll('material-class', table)).toMatchObject({
      newCount: 0,
      changedCount: 0,
      sameCount: classes.length - untitled.length,
    })
    expect(
      await rows(`select level, name_en from material_class where class_code = '40141604'`),
    ).toEqual([{ level: 'commodity', nameEn: 'Safety valves' }])
  })

  test('refuses codes that have no place in the tree, and says why', async () => {
    const wrong = ['401416', '4014160A', '00141604', '40001604']
    const done = await importAll(
      'material-class',
      wrong.map((classCode, index) => ({ line: index + 2, values: { classCode, name: '阀' } })),
    )
    expect(done.refusals.map(({ line, field, code }) => [line, field, code])).toEqual(
      wrong.map((_code, index) => [index + 2, 'classCode', 'input-invalid']),
    )
  })

  test('is a tree in which whole groups are assigned at once and counted on every level', async () => {
    expect(
      await call<{ changed: number }>('updateClass', {
        classCode: '40141604',
        materialGroups: ['V01'],
      }),
    ).toEqual({ changed: 2 })
    const node = async (parent: string, classCode: string) =>
      (await call<ClassBranch>('tree', { parent })).nodes.find((one) => one.classCode === classCode)
    expect(await node('', '40000000')).toMatchObject({ materialCount: 2, hasChildren: true })
    expect(await node('40000000', '40140000')).toMatchObject({ materialCount: 2 })
    expect(await node('40140000', '40141600')).toMatchObject({ materialCount: 2, level: 'class' })
    expect(await node('40141600', '40141604')).toMatchObject({
      materialCount: 2,
      hasChildren: false,
      name: '安全阀',
    })
    // A level without a title of its own is there by what is below it.
    await rows(`delete from material_class where class_code = '40141600'`)
    expect(await node('40140000', '40141600')).toMatchObject({ name: '', hasChildren: true })
    expect(
      await call('updateClass', { classCode: '99999999', materialNos: ['C0001'] }),
    ).toMatchObject({ code: 'master-unknown' })
    expect(await call('updateClass', { classCode: '', materialNos: ['NO'] })).toMatchObject({
      code: 'outside-scope',
    })
    expect(await call('tree', { parent: '' }, masters.requester)).toMatchObject({
      code: 'role-missing',
    })
  })

  test('proposes what the nearest class says and a material does not have; rules wait for another person', async () => {
    await rows(
      `update material_class set criticality = 'B', shelf_life_days = 720, required_documents = '{合格证}', inspection = 'required'
       where class_code = '40140000'`,
    )
    await rows(`update material_class set criticality = 'A' where class_code = '40141604'`)
    await rows(
      `update material set criticality = 'C', needs_inspection = true where material_no = 'V0002'`,
    )
    await rows(`update material set needs_inspection = false where material_no = 'V0001'`)
    const proposals = await call<ClassProposal[]>('proposals', { classCode: '40000000' })
    const change = (field: string, after: unknown, from: string) =>
      expect.objectContaining({ field, after, from })
    expect(proposals).toEqual([
      expect.objectContaining({
        materialNo: 'V0001',
        changes: [
          change('needsInspection', true, '40140000'),
          change('shelfLifeDays', 720, '40140000'),
          change('criticality', 'A', '40141604'),
          change('requiredDocuments', ['合格证'], '40140000'),
        ],
      }),
      expect.objectContaining({
        materialNo: 'V0002',
        changes: [
          change('shelfLifeDays', 720, '40140000'),
          change('requiredDocuments', ['合格证'], '40140000'),
        ],
      }),
    ])
    const taken = await call<TakenProposals>('updateAttributes', {
      materialNos: ['V0001', 'V0002'],
      approval: { reason: '按分类维护' },
    })
    expect(taken).toEqual({ changed: 0, requested: 2, refusals: [] })
    // All of it is a rule of the material, and waits.
    expect(
      await rows(
        `select material_no, criticality, shelf_life_days from material where material_no like 'V000%' order by 1`,
      ),
    ).toEqual([
      { materialNo: 'V0001', criticality: '', shelfLifeDays: null },
      { materialNo: 'V0002', criticality: 'C', shelfLifeDays: null },
    ])
    expect(
      await rows(`select 1 as waits from rule_change where rule = 'master-material'`),
    ).toHaveLength(2)
  })

  test('says of which material nothing is proposed any more, and remembers no answer if nothing is taken', async () => {
    const kept = () => rows('select idempotency_key from action_request order by 1')
    const before = await kept()
    const taken = await call<TakenProposals>('updateAttributes', { materialNos: ['V9999'] })
    expect(taken).toMatchObject({ changed: 0, requested: 0 })
    expect(taken.refusals.map(({ materialNo, zh }) => [materialNo, zh])).toEqual([
      ['V9999', expect.stringContaining('已没有可补充的属性')],
    ])
    expect(await kept()).toEqual(before)
  })

  test('wants an interval for a kind of preservation, and none where nothing is done', async () => {
    const wrong = async (values: object) => {
      const { refusals } = await importAll('material-class', [
        { line: 2, values: { classCode: '41000000', name: '仪表', ...values } },
      ])
      return refusals.map(({ field, code }) => [field, code])
    }
    const problem = [['preservationIntervalDays', 'input-invalid']]
    expect(await wrong({ preservationKind: 'grease' })).toEqual(problem)
    expect(await wrong({ preservationKind: 'none', preservationIntervalDays: '30' })).toEqual(
      problem,
    )
  })
})

describe("a company's own tree", () => {
  test('has levels of the lengths that are stated: their codes are entered, and what a class says reaches what is below it', async () => {
    await rows('delete from material_class')
    const table = ['1 后勤', '103 服装', '110 首饰', '110001 工艺品', '1100 误录'].map(
      (words, index) => {
        const [classCode, name] = words.split(' ')
        return { line: index + 2, values: { classCode, name } }
      },
    )
    // Until the lengths are stated, each code is refused.
    expect(await importAll('material-class', table)).toMatchObject({ refusedCount: 5 })
    await rows(
      `insert into business_parameter (id, name, value, valid_from, changed_by, changed_by_name)
       values (gen_random_uuid(), 'classification.lengths', '"1,3,6"', '2026-01-01', gen_random_uuid(), '系统管理员')`,
    )
    const done = await importAll('material-class', table)
    expect(done.refusals.map(({ line, zh }) => [line, zh])).toEqual([
      [6, expect.stringContaining('1、3、6')],
    ])
    expect(await rows('select class_code, level from material_class order by 1')).toEqual([
      { classCode: '1', level: 'segment' },
      { classCode: '103', level: 'family' },
      { classCode: '110', level: 'family' },
      { classCode: '110001', level: 'class' },
    ])
    await call('updateClass', { classCode: '110001', materialNos: ['V0001'] })
    await call('updateClass', { classCode: '103', materialNos: ['V0002'] })
    const codes = async (parent: string) =>
      (await call<ClassBranch>('tree', { parent })).nodes.map(
        ({ classCode, level, hasChildren, materialCount }) => [
          classCode,
          level,
          hasChildren,
          materialCount,
        ],
      )
    expect(await codes('')).toEqual([['1', 'segment', true, 2]])
    expect(await codes('1')).toEqual([
      ['103', 'family', false, 1],
      ['110', 'family', true, 1],
    ])
    expect(await codes('110')).toEqual([['110001', 'class', false, 1]])
    expect(await call('tree', { parent: '11' })).toMatchObject({ code: 'input-invalid' })
    await rows(`update material_class set shelf_life_days = 90 where class_code = '110'`)
    await rows(`update material_class set shelf_life_days = 900 where class_code = '1'`)
    await rows(
      `update material set shelf_life_days = null, needs_inspection = true where material_no like 'V000%'`,
    )
    const proposals = await call<ClassProposal[]>('proposals', { classCode: '1' })
    expect(
      proposals.map(({ materialNo, changes }) => [
        materialNo,
        changes.map(({ after, from }) => [after, from]),
      ]),
    ).toEqual([
      ['V0001', [[90, '110']]],
      ['V0002', [[900, '1']]],
    ])
  })
})

describe('hazardous chemicals', () => {
  test('of GB 18218-2009 are imported with their thresholds; names in which a sign was lost are refused', async () => {
    const path = sharedData('gb18218-2009/table1.csv')
    const [, ...records] = csvRecords(
      path === null
        ? '序号,类别,名称,临界量\n1,爆炸品,叠氮化钡,0．5\n2,毒性气体,氨,10\n3,毒性物质,环氧氯丙烷（3?氯）,20\n'
        : readFileSync(path, 'utf8'),
    )
    const table = records.map(([no, category, name, threshold], index) => ({
      line: index + 2,
      values: {
        substanceNo: no,
        category,
        name,
        thresholdTonnes: threshold,
        basis: 'GB 18218-2009',
      },
    }))
    const done = await importAll('hazardous-substance', table)
    const lost = records.filter((cells) => cells[2]!.includes('?'))
    process.stdout.write(
      `${records.length} chemicals: ${done.newCount} new, refused: ${done.refusals.map(({ line, zh }) => `${line} ${zh}`).join('; ')}\n`,
    )
    expect(done.refusals.map(({ line, field }) => [line, field])).toEqual(
      lost.map((cells) => [records.indexOf(cells) + 2, 'name']),
    )
    expect(done.newCount).toBe(records.length - lost.length)
    expect(
      await rows(
        `select trim_scale(threshold_tonnes)::text as threshold from hazardous_substance where name = '叠氮化钡'`,
      ),
    ).toEqual([{ threshold: '0.5' }])
    expect(await importAll('hazardous-substance', table)).toMatchObject({
      newCount: 0,
      changedCount: 0,
      requestedCount: 0,
      sameCount: done.newCount,
    })
  })
})
