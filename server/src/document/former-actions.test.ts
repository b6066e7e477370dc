import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { formerActions } from '@kufang/contract/document/former-actions.ts'
import { newPlace } from './testing/ground.ts'
import { tradeOf, useWorld } from './testing/trade.ts'

const [decided, others] = ['1690_decide.sql', '1691_submit_and_reverse_part.sql'].map((name) =>
  readFileSync(join(import.meta.dirname, '../../migrations', name), 'utf8'),
) as [string, string]

describe('documents of before an action was renamed', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'transfer-difference')
  const former = 'decideDifference'
  let id = ''
  let decider: unknown

  /** As the version before has written it, and the migration after it. */
  const renamed = async (
    [table, former, present]: readonly [string, string, string],
    made: string,
    migration: string,
  ) => {
    const { database } = world()
    await database.query(
      `update ${table} set acts = (acts - '${present}') || jsonb_build_object('${former}', acts -> '${present}') where id = $1`,
      [made],
    )
    await database.query(
      `update todo set action = '${former}' where document_id = $1 and action = '${present}'`,
      [made],
    )
    await database.query(migration)
  }

  beforeAll(async () => {
    id = await trade.make(await newPlace(world()), 'settled')
    decider = (await trade.header(id)).acts['decide']
    await renamed(['transfer_difference', former, 'decide'], id, decided)
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

  test('who handed in a request has submitted it', async () => {
    const requests = tradeOf(world, 'sharing-request')
    const made = await requests.make(await newPlace(world()), 'withdrawn')
    const { submit, ...acts } = (await requests.header(made)).acts
    expect(submit).toMatchObject({ userName: expect.stringMatching(/./) as string })
    await renamed(['sharing_request', 'ask', 'submit'], made, others)
    expect((await requests.header(made)).acts).toEqual({ ...acts, submit })
  })

  test('the migrations rename every action whose documents named it', () => {
    const written = [
      ...`${decided}${others}`.matchAll(/\('(\w+)', '([\w-]+)', '(\w+)'(?:, '\w+')?\)/g),
    ].map(([, table, document, action]) => [table, document, action])
    const declared = Object.entries(formerActions).flatMap(([document, names]) =>
      Object.keys(names)
        // Renamed earlier (0740_review.sql).
        .filter((action) => action !== 'audit')
        .map((action) => [document.replaceAll('-', '_'), document, action]),
    )
    expect(new Set(written.map(String))).toEqual(new Set(declared.map(String)))
  })
})
