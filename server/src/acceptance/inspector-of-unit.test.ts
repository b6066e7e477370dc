import { user } from '@kufang/contract/masters/partner.ts'
import { describe, expect, test } from 'vitest'
import { arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { inspectorAccount, mayInspect } from '../document/testing/world.ts'
import { searchMasters } from '../masters/search-masters.ts'

describe('an inspection', () => {
  const world = useWorld()
  const unit = '质量检验站'

  test('is assigned to one of the inspectors of its unit, if the unit has some', async () => {
    const { notice } = await arrived(world(), await newPlace(world()), goods(1))
    const { database } = world()
    const assign = (account: string, inspectionUnit = unit) =>
      world().act('inspection-notice', notice, 'assign', {
        input: { inspectionUnit, inspectionMethod: 'full', inspectorAccount: account },
      })
    // A unit with nobody is inspected for by anybody who may, a unit that is only a name by nobody.
    await assign(inspectorAccount)
    await expectRefused(world(), () => assign(inspectorAccount, '炼油'), [
      {
        code: 'inspection-unit-unknown',
        field: 'inspectionUnit',
        params: { unit: '炼油' } as never,
      },
    ])
    await database.query(
      `insert into app_user (account, user_name, password_hash, created_by, changed_by)
       values ('other', '另一人', 'x', gen_random_uuid(), gen_random_uuid())`,
    )
    await mayInspect(database, 'other')
    const offered = await searchMasters(
      database,
      world().actorFor('inspection-notice', 'assign').session,
      user,
      {
        text: '',
        narrow: { mayPerform: 'inspection-order.decide', companyCode: '1010', plant: '1011' },
      },
    )
    expect(offered.map(({ account }) => account)).toEqual(['inspector', 'other'])
    const relate = (account: string) =>
      database.query(
        `insert into user_inspection_unit (user_id, company_code, inspection_unit, created_by, created_by_name)
         select id, '1010', 'ZJ90', id, '' from app_user where account = $1`,
        [account],
      )
    await relate('other')
    await expectRefused(world(), () => assign(inspectorAccount), [
      {
        code: 'inspector-not-of-unit',
        field: 'inspectorAccount',
        params: { account: inspectorAccount, unit, accounts: 'other' } as never,
      },
    ])
    await assign('other')
    await relate(inspectorAccount)
    await assign(inspectorAccount)
    const { header } = await world().read('inspection-notice', notice)
    expect(header).toMatchObject({ inspectorAccount, inspectionUnit: unit })
  })
})
