import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { formerActions } from '@kufang/contract/document/former-actions.ts'
import { newPlace } from './testing/ground.ts'
import { tradeOf, useWorld } from './testing/trade.ts'

const migration = readFileSync(
  join(import.meta.dirname, '../../migrations/1690_decide.sql'),
  'utf8',
)

describe('documents of before an action was renamed', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'transfer-difference')
  const former = 'decideDifference'
  let id = ''
  let decider: unknown

  beforeAll(async () => {
    id = await trade.make(await newPlace(world()), 'settled')
    decider = (await trade.header(id)).acts['decide']
    const { database } = world()
    // As the version before has written it.
    await database.query(
      `update transfer_difference set acts = (acts - 'decide') || jsonb_build_object('${former}', acts -> 'decide') where id = $1`,
      [id],
    )
    await database.query(
      `update todo set action = '${former}' where document_type = 'transfer-difference' and document_id = $1 and action = 'decide'`,
      [id],
    )
    await database.query(migration)
  })

  test('who decided is still known, under the name of today', async () => {
    expect(decider).toMatchObject({ userName: expect.stringMatching(/./) as string })
    const { acts } = await trade.header(id)
    expect(acts['decide']).toEqual(decider)
    expect(acts).not.toHaveProperty(former)
    await expect(trade.actAs(acts['decide']!.userId, id, 'post', undefined)).rejects.toMatchObject({
      code: 'separation-of-duties',
    })
  })

  test('its to-dos name the act of today', async () => {
    const actions = await world().database.query<{ action: string }>(
      `select action from todo where document_type = 'transfer-difference' and document_id = $1`,
      [id],
    )
    const names = actions.map(({ action }) => action)
    expect(names).toContain('decide')
    expect(names).not.toContain(former)
  })

  test('the migration renames every action whose documents named it', () => {
    const written = [...migration.matchAll(/\('(\w+)', '([\w-]+)', '(\w+)'\)/g)].map(
      ([, table, document, action]) => [table, document, action],
    )
    const declared = Object.entries(formerActions).flatMap(([document, names]) =>
      Object.entries(names)
        .filter(([, name]) => name === 'decide')
        .map(([action]) => [document.replaceAll('-', '_'), document, action]),
    )
    expect(new Set(written.map(String))).toEqual(new Set(declared.map(String)))
  })
})
