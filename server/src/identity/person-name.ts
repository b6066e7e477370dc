import { z } from 'zod'
import { comparedName, isPlainName } from '@kufang/kernel/person-name.ts'
import { sensitiveRights } from '@kufang/contract/sensitive-rights.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'
import { holdersOf } from '../platform/session/role-holders.ts'

/** The name of a person or program: one line of visible characters. */
export const personName = z
  .string()
  .trim()
  .max(60)
  .refine(isPlainName, '姓名不能包含换行、控制或方向字符')

/** Refuses the name of somebody else whose word counts: an administrator, or who checks and posts (`name-taken`). */
export async function refuseNameOfOther(
  queryable: Queryable,
  userId: string,
  name: string,
): Promise<void> {
  const wanted = comparedName(name)
  const holders = await holdersOf(queryable, [...sensitiveRights().roles], [userId])
  const other = holders.find(({ userName }) => comparedName(userName) === wanted)
  if (other !== undefined) throw refuse('name-taken', { name }, { field: 'userName' })
}
