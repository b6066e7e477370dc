import { addAll } from '@kufang/kernel/add-all.ts'
import { expect, it } from 'vitest'
import { readNumberedPage } from './numbered-pages.ts'

const block = (cursor: string | null) => ({
  cursor,
  sort: [],
  size: 2,
  signal: new AbortController().signal,
})
const all = ['a', 'b', 'c', 'd', 'e']
const read = (page: number, size: number) =>
  Promise.resolve({ rows: all.slice((page - 1) * size, page * size), total: all.length })

it('walks all pages once and then ends', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const answer: Awaited<ReturnType<typeof readNumberedPage<string>>> = await readNumberedPage(
      block(cursor),
      read,
    )
    addAll(seen, answer.rows)
    cursor = answer.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(all)
})

it('does not promise a page after the last one is exactly full', async () => {
  const answer = await readNumberedPage(block('2'), (page, size) =>
    Promise.resolve({ rows: all.slice(0, 4).slice((page - 1) * size, page * size), total: 4 }),
  )
  expect(answer.nextCursor).toBeNull()
})
