import { documentDefinition } from '@kufang/contract/registry.ts'
import { expect, it } from 'vitest'
import { shownActs } from './document-stepper.tsx'

it('shows what people did, and leaves it to the posting steps whether the ERP has the next one', () => {
  const by = (at: string) => ({ userId: '1', userName: '周海宁', at })
  const acts = {
    create: by('2026-11-23T01:00:00Z'),
    receive: by('2026-11-23T02:00:00Z'),
    post: by('2026-11-23T03:00:00Z'),
    postPlacement: { ...by('2026-11-23T03:01:00Z'), userName: '系统' },
  }
  const shown = shownActs(documentDefinition('transfer-order')!, acts)
  expect(shown.map(({ name }) => name)).toEqual(['create', 'receive', 'post'])
  expect(shownActs(documentDefinition('goods-receipt')!, acts)).toHaveLength(4)
})
