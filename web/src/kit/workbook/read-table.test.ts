import { expect, test } from 'vitest'
import { readSheets } from './read-table.ts'
import { shownIn } from './table-cell.ts'

const rowsOf = async (...content: BlobPart[]) => {
  const [sheet] = await readSheets(new File(content, 'units.csv'))
  return (await sheet!.read()).map(({ line, cells }) => ({ line, cells: cells.map(shownIn) }))
}

test('a file that is not UTF-8 is read as GB 18030', async () => {
  // 单位 in GB 18030.
  expect(await rowsOf(new Uint8Array([0xb5, 0xa5, 0xce, 0xbb, 0x0a, 0x4b, 0x47]))).toEqual([
    { line: 1, cells: ['单位'] },
    { line: 2, cells: ['KG'] },
  ])
})

test('a quotation mark that is never closed is refused with its row, instead of swallowing the rows behind it', async () => {
  const file = '货位,备注\nA-01,"靠门\nA-02,\nA-03,'
  await expect(rowsOf(file)).rejects.toMatchObject({ code: 'csv-unclosed', params: { line: '2' } })
})
