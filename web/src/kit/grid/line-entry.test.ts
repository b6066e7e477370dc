import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { formatClipboardTable, parseClipboardTable } from './clipboard-table.ts'
import type { GridColumn } from './grid-column.ts'
import {
  entryProblems,
  lineProblems,
  missingEntries,
  pasteBlock,
  withTyped,
  withoutRepeats,
} from './line-entry.ts'
import { parseEntry } from './parse-entry.ts'

interface Line {
  id: string
  no: number
  material: string | null
  quantity: string | null
}

const label = { zh: '', en: '' }
const columns: GridColumn<Line>[] = [
  { field: 'no', label, kind: 'integer' },
  { field: 'material', label, kind: 'text', isEditable: true, isRequired: true },
  {
    field: 'quantity',
    label,
    kind: 'quantity',
    isEditable: ({ material }) => material !== 'fixed',
  },
]
const line = (
  id: string,
  material: string | null = null,
  quantity: string | null = null,
): Line => ({
  id,
  no: Number(id),
  material,
  quantity,
})
const rowId = (row: Line): string => row.id

describe('a block copied from Excel', () => {
  it('splits rows and cells; the last line break makes no row', () => {
    expect(parseClipboardTable('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
  })

  it('reads quoted cells with breaks, tabs and doubled quotes', () => {
    expect(parseClipboardTable('"one\ntwo"\t"say ""hi"""\n')).toEqual([['one\ntwo', 'say "hi"']])
  })

  it('leaves inch marks alone', () => {
    expect(parseClipboardTable('3" valve\t"4" pipe\n')).toEqual([['3" valve', '"4" pipe']])
  })

  it('comes back as it was copied', () => {
    const cells = [
      ['a\tb', '"q', 'plain'],
      ['', 'x\ny', '5" pipe'],
    ]
    expect(parseClipboardTable(formatClipboardTable(cells))).toEqual(cells)
  })
})

describe('pasting', () => {
  it('fills from the focused cell on, leaves read-only cells and makes the rows it needs', () => {
    let made = 2
    const result = pasteBlock(
      [
        ['1', 'A', '5'],
        ['2', 'B', '6'],
      ],
      {
        rows: [line('1'), line('2', 'fixed', '9')],
        columns,
        row: 1,
        column: 0,
        newRow: () => line(String((made += 1))),
      },
    )
    expect(result.rows).toEqual([line('1'), line('2', 'A', '5'), line('3', 'B', '6')])
    expect(result).toMatchObject({ cellsPasted: 4, cellsLeftOut: 2 })
  })

  it('leaves out what lies beyond the edge', () => {
    const result = pasteBlock(
      [
        ['A', '5', 'more'],
        ['B', '6'],
      ],
      { rows: [line('1')], columns, row: 0, column: 1 },
    )
    expect(result.rows).toEqual([line('1', 'A', '5')])
    expect(result.cellsLeftOut).toBe(3)
  })

  it('begins with the first column at the number of a line', () => {
    const block = [['1', 'A', '5']]
    const from = (column: number) =>
      pasteBlock(block, { rows: [line('1')], columns, row: 0, column })
    expect(from(-1).rows).toEqual(from(0).rows)
    expect(from(-1).rows).toEqual([line('1', 'A', '5')])
  })

  it('keeps wrong values as text, so that they are seen and named', () => {
    const { rows } = pasteBlock([['A', '1.2345']], {
      rows: [line('1')],
      columns,
      row: 0,
      column: 1,
    })
    expect(rows[0]?.quantity).toBe('1.2345')
    expect(entryProblems(columns, rows, rowId)).toMatchObject([{ rowId: '1', field: 'quantity' }])
  })
})

describe('what is typed into a cell', () => {
  const entry = (kind: GridColumn<Line>['kind'], text: string) =>
    parseEntry({ ...columns[1], field: 'x', label, kind }, text)

  it.each([
    ['quantity', '1,200.500', '1200.5'],
    ['quantity', '１２．５', '12.5'],
    ['quantity', '１，２００', '1200'],
    ['quantity', '1E+05', '100000'],
    ['money', '0.10', '0.1'],
    ['decimal', '０.２５', '0.25'],
    ['integer', ' 12 ', 12],
    ['date', '2026/1/5', '2026-01-05'],
    ['date', '20261121', '2026-11-21'],
    ['date', '２０２６-１１-２１', '2026-11-21'],
    ['flag', '是', true],
    ['text', '  ', null],
  ] as const)('%s "%s" is a value', (kind, text, value) => {
    expect(entry(kind, text)).toEqual({ value })
  })

  it.each([
    ['quantity', '1,5'],
    ['quantity', '1.2345'],
    ['quantity', '1e3'],
    ['quantity', '2E1'],
    ['money', '1.005'],
    ['integer', '1.5'],
    ['date', '2026-02-30'],
    ['flag', 'maybe'],
  ] as const)('%s "%s" is refused in both languages', (kind, text) => {
    const found = entry(kind, text)
    if (!('problem' in found)) throw new Error('accepted')
    expect(found.problem.zh).toContain(text)
    expect(found.problem.en).toContain(text)
  })

  it('finds a choice by value and by either word', () => {
    const choice: GridColumn<Line> = {
      field: 'x',
      label,
      kind: 'choice',
      choices: [{ value: 'a', label: { zh: '甲', en: 'First' } }],
    }
    for (const text of ['a', '甲', 'first'])
      expect(parseEntry(choice, text)).toEqual({ value: 'a' })
    expect('problem' in parseEntry(choice, '乙')).toBe(true)
  })

  it("becomes the row's value", () => {
    expect(withTyped(line('1'), columns[2] as GridColumn<Line>, '1,000')).toEqual(
      line('1', null, '1000'),
    )
  })
})

describe('problems of lines', () => {
  it('names empty required cells', () => {
    expect(missingEntries(columns, [line('1', 'A'), line('2')], rowId)).toMatchObject([
      { rowId: '2', field: 'material' },
    ])
  })

  it('shares a refusal out to lines, the rest to the banner', () => {
    const error = new ApiError({
      status: 422,
      requestId: 'r',
      details: [
        { code: 'a', params: {}, line: 2, field: 'quantity', zh: '甲', en: 'a' },
        { code: 'b', params: {}, zh: '乙', en: 'b' },
        { code: 'c', params: {}, line: 9, zh: '丙', en: 'c' },
      ],
    })
    const { cells, rest } = lineProblems(error, ['x', 'y'])
    expect(cells).toEqual([{ rowId: 'y', field: 'quantity', message: { zh: '甲', en: 'a' } }])
    expect(rest.map((detail) => detail.code)).toEqual(['b', 'c'])
  })
})

it('says once what is found both in a cell and when the form is sent', () => {
  const wrong = [line('1', 'a', 'many'), line('2', 'b', 'few')]
  const found = entryProblems(columns, wrong, rowId)
  expect(found).toHaveLength(2)
  expect(withoutRepeats([...found, ...entryProblems(columns, wrong, rowId)])).toEqual(found)
  const other = { ...found[0]!, message: 'exceeds the open quantity' }
  expect(withoutRepeats([...found, other])).toEqual([...found, other])
})
