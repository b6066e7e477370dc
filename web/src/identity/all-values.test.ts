import { expect, test } from 'vitest'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import { allInText, withAll } from './all-values.ts'

test('everything is said in words wherever a relation means it', () => {
  const location = userRelations['storage-location'].fields
  expect(
    withAll({ companyCode: '1010', plant: '1011', storageLocation: '*' }, location, '全部'),
  ).toEqual({ companyCode: '1010', plant: '1011', storageLocation: '全部' })
  const plant = userRelations.plant.fields
  expect(withAll({ companyCode: '1010', plant: '', department: '' }, plant, '全部')).toEqual({
    companyCode: '1010',
    plant: '全部',
    department: '',
  })
  expect(allInText('1010/*/*', '全部')).toBe('1010/全部/全部')
})
