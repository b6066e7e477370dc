import { expect, test } from 'vitest'
import { fileOf, mapping, useReceiptsOfOldSystem } from './testing/legacy-receipts.ts'

const { company, upload } = useReceiptsOfOldSystem()

const row = 'OLD-3,10,GR-3,9/10/2014,ACME,MAT-7,4,PCE,,0001,'
const keep = (kind: string, code: string, ownCode: string, isActive = true) =>
  company().database.query(
    `insert into external_code (external_system, kind, external_code, own_code, is_active) values ($1, $2, $3, $4, $5)
     on conflict (external_system, kind, external_code) do update set own_code = excluded.own_code, is_active = excluded.is_active`,
    [mapping.sourceSystem, kind, code, ownCode, isActive],
  )

test('codes of the old system that are mapped are ours, and those that mean nothing are kept to be mapped', async () => {
  const uploadId = await upload(fileOf(row))
  const unknown = async () =>
    (await company().check('chief', uploadId, mapping)).unknown.map(({ value }) => value)
  expect(await unknown()).toEqual(['ACME', 'MAT-7'])

  await keep('supplier', 'ACME', '100002')
  await keep('material', 'MAT-7', 'M-VALVE')
  // With the material known, its unit is looked at.
  expect(await unknown()).toEqual(['PCE'])
  await keep('unit', 'PCE', 'EA', false)
  expect(await unknown()).toEqual(['PCE'])
  await keep('unit', 'PCE', 'EA')
  expect(await unknown()).toEqual([])

  const other = 'OLD-4,10,GR-4,9/10/2014,NEVER,M-BOLT,4,EA,,0001,'
  const { body } = await company().import('chief', await upload(fileOf(row, other)), mapping, {
    onRefusal: 'skip',
  })
  expect(body.datas).toMatchObject({ newCount: 1, refusedCount: 1 })
  expect(await company().documents('chief')).toMatchObject([
    { supplierNo: '100002', materialNo: 'M-VALVE', unit: 'EA', quantity: '4' },
  ])
  expect(
    await company().database.query(
      `select kind, external_code, updated_by_name from external_code where mapping = 'open'`,
    ),
  ).toEqual([{ kind: 'supplier', externalCode: 'NEVER', updatedByName: 'chief' }])
})
