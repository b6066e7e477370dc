import type { Block, BlockRequest } from '../kit/grid/cursor-datasource.ts'

/** Adapts a list with numbered pages to the table's cursors: the cursor of a block is its page number. */
export async function readNumberedPage<Row>(
  block: BlockRequest,
  read: (pageNum: number, pageSize: number) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Block<Row>> {
  const page = block.cursor === null ? 1 : Number(block.cursor)
  const { rows, total } = await read(page, block.size)
  const hasMore = rows.length === block.size && page * block.size < total
  return { rows, total, nextCursor: hasMore ? String(page + 1) : null }
}
