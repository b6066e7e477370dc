import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMaterials } from '../../demonstration/materials.ts'
import type { MastersTest } from '../testing-server.ts'
import { startMastersTest } from '../testing-server.ts'
import { findMaterialPairs } from './find-pairs.ts'
import type { DescribedMaterial } from './likeness.ts'
import { plantNearMisses, plantVariants, type Planted } from './testing/planted.ts'

let masters: MastersTest
let admin: string

beforeAll(async () => {
  masters = await startMastersTest()
  ;({ admin } = masters)
})
afterAll(() => masters?.close())

const rows = (text: string, values: readonly unknown[] = []) =>
  masters.server.database.query(text, values)

const write = (materials: readonly DescribedMaterial[]) =>
  rows(
    `insert into material (material_no, description, specification, material_grade, drawing_no, manufacturer, unit, hazard_class, material_group)
     select *, 'V01' from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`,
    (
      [
        'materialNo',
        'description',
        'specification',
        'materialGrade',
        'drawingNo',
        'manufacturer',
        'unit',
        'hazardClass',
      ] as const
    ).map((name) => materials.map((material) => material[name])),
  )

const keyOf = (one: string, other: string): string => [one, other].sort().join(' ')

describe('alike materials', () => {
  test('are found by what they are, not by how they are written: precision and recall of planted ones', async () => {
    const materials = makeMaterials()
    const variants = plantVariants(materials, 300)
    const misses = plantNearMisses(materials, 300)
    expect([materials.length, variants.length, misses.length]).toEqual([300, 300, 300])
    await write([...materials, ...variants, ...misses])
    const started = performance.now()
    const done = await findMaterialPairs(masters.server.database)
    const seconds = (performance.now() - started) / 1000
    const found = await rows(
      `select material_no, other_no, suggestion from material_pair where material_no not like 'V000_' or length(material_no) > 5`,
    )
    const same = new Set(
      found
        .filter(({ suggestion }) => suggestion === 'same')
        .map(({ materialNo, otherNo }) => keyOf(String(materialNo), String(otherNo))),
    )
    const wanted = new Map(
      variants.map((one): [string, Planted] => [keyOf(one.materialNo, one.of), one]),
    )
    const right = [...wanted.keys()].filter((key) => same.has(key)).length
    const precision = right / same.size
    const recall = right / wanted.size
    const missed = [...wanted].filter(([key]) => !same.has(key)).map(([, one]) => one)
    const wrong = [...same].filter((key) => !wanted.has(key))
    process.stdout.write(
      `${done.read} materials compared in ${seconds.toFixed(1)} s: ${same.size} pairs proposed as the same, ${right} of ${wanted.size} planted; precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; ${found.length - same.size} proposed as equivalent\n`,
    )
    for (const [by, ones] of Map.groupBy(missed, (one) => one.by))
      process.stdout.write(`  missed by ${by}: ${ones.length}, such as ${ones[0]!.description}\n`)
    for (const key of wrong.slice(0, 5)) process.stdout.write(`  wrong: ${key}\n`)
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.95)
    // A second run reads nothing again.
    expect(await findMaterialPairs(masters.server.database)).toEqual({ read: 0, found: 0, gone: 0 })
  })

  test('that are described anew are compared again, and pairs that nobody has decided go', async () => {
    await rows(
      `insert into material (material_no, description, specification, unit, material_group)
       values ('D1', '磁力泵 IMC 50-32-160', 'IMC 50-32-160', 'EA', 'V01'), ('D2', 'ＩＭＣ　５０－３２－１６０　磁力泵', '', 'EA', 'V01')`,
    )
    await findMaterialPairs(masters.server.database)
    const between = () =>
      rows(
        `select state, suggestion from material_pair where material_no = 'D1' and other_no = 'D2'`,
      )
    expect(await between()).toEqual([{ state: 'open', suggestion: 'same' }])
    await rows(`update material set description = 'IMC 50-32-200 磁力泵' where material_no = 'D2'`)
    expect(await findMaterialPairs(masters.server.database)).toMatchObject({ read: 1, gone: 1 })
    expect(await between()).toEqual([])
  })
})

describe('a pair that is decided', () => {
  beforeAll(async () => {
    await rows(
      `insert into material (material_no, description, specification, manufacturer, unit, material_group)
       values ('E1', '屏蔽泵 PB80-65', 'PB80-65', '泽川机械', 'EA', 'V01'), ('E2', '屏蔽泵 PB80-65', 'PB80-65', '泽川机械有限公司', 'EA', 'V01'),
         ('E3', '屏蔽泵 PB80-65', 'PB80-65', '立岑传动', 'EA', 'V01'), ('E4', '屏蔽泵 PB80-65', 'PB80-65', '泽川机械', 'KG', 'V01')`,
    )
    await findMaterialPairs(masters.server.database)
  })
  let keys = 0
  const decide = async (body: Record<string, unknown>, token = admin) => {
    keys += 1
    const response = await masters.server.app.inject({
      method: 'POST',
      url: '/api/duplicates/resolve',
      payload: { reason: '同一规格型号，仅写法不同', ...body },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': `decide-pair-${keys}` },
    })
    const { datas } = response.json() as { datas?: { code?: string } }
    return { status: response.statusCode, code: datas?.code }
  }
  const pair = { materialNo: 'E1', otherNo: 'E2', version: 1 }

  test('as the same switches the one that is not kept off for new documents, and a mirror does not bring it back', async () => {
    expect(await decide({ ...pair, state: 'same' })).toMatchObject({ code: 'pair-kept-unknown' })
    expect(await decide({ ...pair, state: 'same', keptNo: 'E1' })).toMatchObject({ status: 200 })
    expect(
      await rows(`select is_active, replaced_by from material where material_no = 'E2'`),
    ).toEqual([{ isActive: false, replacedBy: 'E1' }])
    expect(
      await rows(
        `select state, kept_no, reason, decided_by_name <> '' as has_name, decided_at is not null as has_time from material_pair where material_no = 'E1' and other_no = 'E2'`,
      ),
    ).toEqual([
      {
        state: 'same',
        keptNo: 'E1',
        reason: '同一规格型号，仅写法不同',
        hasName: true,
        hasTime: true,
      },
    ])
    // What was decided by one version is not decided again by somebody who has not seen it.
    expect(await decide({ ...pair, state: 'other' })).toMatchObject({ code: 'version-stale' })
    const { upsertMaterials } = await import('../mirror.ts')
    await upsertMaterials(masters.server.database, [
      {
        materialNo: 'E2',
        description: '屏蔽泵 PB80-65',
        materialGroup: 'V01',
        unit: 'EA',
        isBatchManaged: false,
        isActive: true,
      },
    ])
    expect(await rows(`select is_active from material where material_no = 'E2'`)).toEqual([
      { isActive: false },
    ])
    // E3 cannot be kept for it any more: it is replaced already.
    expect(
      await decide({ materialNo: 'E2', otherNo: 'E3', version: 1, state: 'same', keptNo: 'E3' }),
    ).toMatchObject({ code: 'pair-kept-replaced' })
    expect(await decide({ ...pair, version: 2, state: 'open', reason: '判错' })).toMatchObject({
      status: 200,
    })
    expect(
      await rows(`select is_active, replaced_by from material where material_no = 'E2'`),
    ).toEqual([{ isActive: true, replacedBy: '' }])
  })

  test('as equivalent is refused if one is measured otherwise, and is offered where the other is short', async () => {
    expect(
      await decide({ materialNo: 'E1', otherNo: 'E4', version: 1, state: 'equivalent' }),
    ).toMatchObject({ code: 'pair-units-differ' })
    const { areEquivalent } = await import('../../stock/public.ts')
    await rows(`update material set specification = '' where material_no = 'E3'`)
    const wanted = [{ wanted: 'E1', material: 'E3' }]
    expect(await areEquivalent(masters.server.database, wanted)).toEqual([false])
    expect(
      await decide({ materialNo: 'E1', otherNo: 'E3', version: 1, state: 'equivalent' }),
    ).toMatchObject({ status: 200 })
    expect(await areEquivalent(masters.server.database, wanted)).toEqual([true])
    expect(
      await areEquivalent(masters.server.database, [{ wanted: 'E3', material: 'E1' }]),
    ).toEqual([true])
  })

  test('needs the role of the page', async () => {
    expect(await decide({ ...pair, state: 'other' }, masters.requester)).toMatchObject({
      status: 403,
    })
  })
})
