import { describe, expect, test } from 'vitest'
import { arrived } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { inspectorAccount } from '../document/testing/world.ts'

describe('an inspection', () => {
  const world = useWorld()
  const unit = '质量检验站'

  test('is assigned to one of the inspectors of its unit, if the unit has some', async () => {
    const { notice } = await arrived(world(), await newPlace(world()), goods(1))
    const { database } = world()
    const assign = (account: string) =>
      world().act('inspection-notice', notice, 'assign', {
        input: { inspectionUnit: unit, inspectionMethod: 'full', inspectorAccount: account },
      })
    // A unit that is only a name, or has nobody, is inspected for by anybody.
    await assign(inspectorAccount)
    await database.query(
      `insert into inspection_unit (company_code, inspection_unit, name) values ('1010', 'ZJ01', $1)`,
      [unit],
    )
    await assign(inspectorAccount)
    await database.query(
      `insert into app_user (account, user_name, password_hash, created_by, changed_by)
       values ('other', '另一人', 'x', gen_random_uuid(), gen_random_uuid())`,
    )
    const relate = (account: string) =>
      database.query(
        `insert into user_inspection_unit (user_id, company_code, inspection_unit, created_by, created_by_name)
         select id, '1010', 'ZJ01', id, '' from app_user where account = $1`,
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
