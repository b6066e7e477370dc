import { afterAll, beforeAll, expect } from 'vitest'
import '../../effects.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { everything, refusalsOf } from '../conformance/subject.ts'
import { createWorld, type World } from './world.ts'

/** A world for the tests of one file. */
export function useWorld(): () => World {
  let world: World | undefined
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world?.close())
  return () => {
    if (!world) throw new Error('the world is not open yet')
    return world
  }
}

/** Expects that the attempt is refused with exactly these refusals, in both languages, and that nothing was written. */
export async function expectRefused(
  world: World,
  attempt: () => Promise<unknown>,
  wanted: Partial<RefusalDetail>[],
): Promise<void> {
  const before = await everything(world)
  const found = await refusalsOf(attempt())
  expect(found).toMatchObject(wanted)
  expect(found).toHaveLength(wanted.length)
  expect(await everything(world)).toEqual(before)
}
