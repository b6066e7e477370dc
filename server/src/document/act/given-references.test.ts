import { reference } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { isRefusal, refusalDetails } from '@kufang/kernel/refusal.ts'
import { expect, test } from 'vitest'
import { newPlace } from '../testing/ground.ts'
import { useWorld } from '../testing/trade.ts'
import { assertReferencesGiven } from './line-input.ts'

const world = useWorld()

test('a bin given with an action must be one of the storage location, for each line, or the action is refused', async () => {
  const place = await newPlace(world())
  const declared = {
    lineInput: { bin: reference(label('归还货位', 'Return bin'), 'bin', { required: true }) },
  }
  const given = (...bins: string[]) =>
    world().database.transaction((tx) =>
      assertReferencesGiven(
        {
          tx,
          document: place as never,
          lines: bins.map((_bin, index) => ({ lineNo: index + 1 })) as never,
          input: {},
          lineInput: bins.map((bin, index) => ({ lineNo: index + 1, bin })),
        },
        declared,
      ),
    )
  await expect(given('A-01', 'A-02')).resolves.toBeUndefined()
  const error: unknown = await given('A-01', 'Z-99').catch((thrown: unknown) => thrown)
  expect(isRefusal(error) && refusalDetails(error)).toMatchObject([
    { code: 'master-unknown', line: 2, field: 'bin', params: { value: 'Z-99' } },
  ])
})
