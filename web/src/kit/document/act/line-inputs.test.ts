import { quantity, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { documents } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { cellText } from '../../grid/cell-format.ts'
import { knowMaterialUnits } from '../../grid/material-units.ts'
import { beginEntries, enteredLines, entryColumnsOf, entryProblemsOf } from './line-inputs.ts'

const { stocktaking } = documents
const { count, reversePart: takeBack } = stocktaking.actions

const line = (lineNo: number, more: object = {}) => ({
  lineNo,
  materialNo: `M${lineNo}`,
  unit: 'EA',
  countedQuantity: null,
  countRemark: null,
  ...more,
})

test('lines that nothing is entered for are not acted on, and what stands there already is not sent again', () => {
  const rows = beginEntries(count, [line(1), line(2, { countedQuantity: '7' }), line(3)])
  expect(rows.map((row) => row['countedQuantity'])).toEqual([null, '7', null])
  expect(enteredLines(count, rows)).toEqual([])
  const typed = rows.map((row) => (row.lineNo === 3 ? { ...row, countedQuantity: '0' } : row))
  expect(enteredLines(count, typed)).toEqual([
    {
      lineNo: 3,
      countedQuantity: '0',
      countedSecondQuantity: null,
      countedSerialNumbers: null,
      countRemark: null,
      seenAt: null,
    },
  ])
})

test('who counts again finds only the lines that are to be counted again, and who may choose finds all', () => {
  const { recount } = stocktaking.actions
  const meant = (...lines: ReturnType<typeof line>[]) =>
    beginEntries(recount, lines).map(({ lineNo }) => lineNo)
  const asked = [line(1, { recountNeeded: false }), line(2, { recountNeeded: true })]
  expect(meant(...asked)).toEqual([2])
  expect(meant(line(1, { recountNeeded: false }), line(2))).toEqual([1, 2])
})

test('who takes a part of an arrival back finds no lines whose inspection finds what is missing, unless there are no others', () => {
  const { reversePart } = documents.arrival.actions
  const offered = (...lines: ReturnType<typeof line>[]) =>
    beginEntries(reversePart, lines).map(({ lineNo }) => lineNo)
  const inspected = line(1, { needsInspection: true })
  expect(offered(inspected, line(2, { needsInspection: false }))).toEqual([2])
  expect(offered(inspected)).toEqual([1])
})

test('a second quantity is asked for beside the count only where goods have a second unit', () => {
  const inputs = (...lines: object[]) =>
    entryColumnsOf(stocktaking, count, lines as never)
      .filter(({ isEditable }) => isEditable)
      .map(({ field, unitField }) => [field, unitField])
  const bolts = line(1)
  const pipes = line(2, { secondUnit: 'KG', secondQuantity: '480.5' })
  expect(inputs(bolts)).toEqual([
    ['countedQuantity', undefined],
    ['countRemark', undefined],
    ['seenAt', undefined],
  ])
  expect(inputs(bolts, pipes)).toEqual([
    ['countedQuantity', undefined],
    ['countedSecondQuantity', 'secondUnit'],
    ['countRemark', undefined],
    ['seenAt', undefined],
  ])
})

test('a bin is chosen from those of the storage location, as in every other form', () => {
  const goodsReceipt = documents['goods-receipt']
  const [bin] = entryColumnsOf(goodsReceipt, goodsReceipt.actions.correctBin, [line(1)]).slice(-1)
  expect(bin).toMatchObject({ field: 'bin', isEditable: true })
  expect(bin!.editor).toBeDefined()
})

test('a bin that is put right stands beside the one the goods were put into', () => {
  const goodsReceipt = documents['goods-receipt']
  const { correctBin } = goodsReceipt.actions
  const lines = [line(1, { bin: 'A-01', stockCategory: 'UU' })]
  const columns = entryColumnsOf(goodsReceipt, correctBin, lines)
  const labels = columns.map(({ label: words }) => (typeof words === 'string' ? words : words.zh))
  expect(labels.indexOf('货位')).toBeGreaterThan(-1)
  expect(labels.indexOf('货位')).toBeLessThan(labels.indexOf('库存类型'))
  expect(labels.at(-1)).toBe('正确货位')
  const [row] = beginEntries(correctBin, lines)
  const before = columns.find(({ label: words }) => (words as { zh: string }).zh === '货位')!.field
  expect({ ...row!, bin: 'A-02' }[before]).toBe('A-01')
})

test('an input begins with the field of the line that is its default, and is sent as it stands', () => {
  const declared = {
    lineInput: { returned: quantity(label('本次归还', 'Returned now'), { required: true }) },
    lineDefaults: { returned: 'openQuantity' },
  }
  const rows = beginEntries(declared, [line(1, { openQuantity: '4' })])
  expect(enteredLines(declared, rows)).toEqual([{ lineNo: 1, returned: '4' }])
})

test('what is missing is said when it is to be sent, what is too much while it is typed, at its cell with both numbers', () => {
  const [row] = beginEntries(takeBack, [line(1, { adjustedQuantity: '3' })])
  const problems = (quantityBack: string | null, isChecked = false) =>
    entryProblemsOf(stocktaking, takeBack, [{ ...row!, quantityBack }], isChecked)
  expect(problems('3')).toEqual([])
  expect(problems('4')).toEqual([
    {
      rowId: '1',
      field: 'quantityBack',
      message: {
        zh: '冲回数量 4 EA 超过该行的已调账数量 3 EA；请改小',
        en: 'Taken back 4 EA exceeds 3 EA, the Adjusted of the line; reduce it',
      },
    },
  ])
  expect(problems('-1')).toMatchObject([{ field: 'quantityBack' }])
  const [half] = beginEntries(count, [line(1)])
  const remarked = [{ ...half!, countRemark: '包装破损' }]
  expect(entryProblemsOf(stocktaking, count, remarked, false)).toEqual([])
  expect(entryProblemsOf(stocktaking, count, remarked, true)).toMatchObject([
    { rowId: '1', field: 'countedQuantity' },
  ])
})

test('the quantities that are decided on and those that limit an input stay in view', () => {
  const essentialOf = (declared: typeof takeBack | typeof stocktaking.actions.explain) => {
    const counted = { countedQuantity: '8', quantity: '9', differenceQuantity: '-1' }
    return entryColumnsOf(stocktaking, declared, [line(1, { ...counted, adjustedQuantity: '-1' })])
      .filter(({ isEssential }) => isEssential === true)
      .map(({ field }) => field)
  }
  // Where they lie too, by which the counter looks for them.
  const placed = entryColumnsOf(stocktaking, count, [line(1, { bin: 'A-01', batch: 'B1' })])
  expect(placed.filter(({ isEssential }) => isEssential).map(({ field }) => field)).toEqual([
    'bin',
    'batch',
  ])
  const both = { secondUnit: 'KG', secondQuantity: '5', countedSecondQuantity: '6' }
  const weighed = entryColumnsOf(stocktaking, stocktaking.actions.explain, [
    line(1, { ...both, quantity: '1', differenceQuantity: '0', secondDifferenceQuantity: '1' }),
  ])
  expect(weighed.filter(({ isEssential }) => isEssential).map(({ field }) => field)).toEqual([
    'quantity',
    'differenceQuantity',
    'secondDifferenceQuantity',
  ])
  const decided = ['quantity', 'countedQuantity', 'differenceQuantity']
  expect(essentialOf(stocktaking.actions.explain)).toEqual(decided)
  expect(essentialOf(takeBack)).toEqual(['adjustedQuantity', ...decided])
})

test('the inputs stand on the right, the field that limits them before the others, and what no line has is left out', () => {
  const lines = [line(1, { adjustedQuantity: '3', quantity: '20', bin: 'A-01' })]
  const columns = entryColumnsOf(stocktaking, takeBack, lines)
  expect(columns.map(({ field }) => field)).toEqual([
    'materialNo',
    'bin',
    'adjustedQuantity',
    'quantity',
    'quantityBack',
  ])
  // The unit stands after the quantities.
  expect(columns[2]).toMatchObject({ field: 'adjustedQuantity', unitField: 'unit' })
  expect(columns.at(-1)).toMatchObject({ isEditable: true, pinned: 'right', isRequired: true })
  // An input of the same name takes the place of the line's own column.
  const declared = { lineInput: { bin: text(label('货位', 'Bin')) } }
  expect(
    entryColumnsOf(stocktaking, declared, lines).filter(({ field }) => field === 'bin'),
  ).toMatchObject([{ isEditable: true }])
})

test('of a count the pieces that were found are entered, whatever the books have', () => {
  knowMaterialUnits('M1', [
    {
      materialNo: 'M1',
      unit: 'EA',
      numerator: 1,
      denominator: 1,
      decimals: 0,
      isSerialManaged: true,
    },
  ])
  const column = entryColumnsOf(stocktaking, count, [line(1)]).find(
    ({ field }) => field === 'countedSerialNumbers',
  )!
  const [row] = beginEntries(count, [line(1, { serialNumbers: ['SN1'] })])
  const found = { ...row!, countedQuantity: '3', countedSerialNumbers: ['SN1', 'SN2'] }
  expect(cellText(column, found)).toBe('2/3')
  expect(
    entryProblemsOf(stocktaking, count, [found], false).filter(
      ({ field }) => field === 'countedSerialNumbers',
    ),
  ).toMatchObject([{ message: { zh: '已录入 2 个序列号，数量为 3，还差 1 个' } }])
})

test('which pieces arrive is asked where goods have serial numbers: those of the line, as many as the quantity, or none', () => {
  knowMaterialUnits('M1', [
    {
      materialNo: 'M1',
      unit: 'EA',
      numerator: 1,
      denominator: 1,
      decimals: 0,
      isSerialManaged: true,
    },
  ])
  const transferOrder = documents['transfer-order']
  const { receive } = transferOrder.actions
  const [given] = Object.keys(receive.lineInput)
  const lines = [line(1, { serialNumbers: ['SN1', 'SN2'], transitQuantity: '2' })]
  const columnOf = (shown: object[]) =>
    entryColumnsOf(transferOrder, receive, shown as never).find(
      ({ field, isEditable }) => field === 'serialNumbers' && isEditable !== undefined,
    )
  expect(columnOf([line(2)])).toBeUndefined()
  expect(columnOf(lines)).toMatchObject({ kind: 'serialNumbers', pinned: 'right' })
  const [row] = beginEntries(receive, lines)
  // The server takes those in transit unless a person names some.
  expect(row).toMatchObject({ serialNumbers: null, numbersOfSource: ['SN1', 'SN2'] })
  expect(cellText(columnOf(lines)!, row!)).toBe('未指定')
  const problemsOf = (serialNumbers: string[] | null) =>
    entryProblemsOf(
      transferOrder,
      receive,
      [{ ...row!, [given!]: '1', serialNumbers }],
      false,
    ).filter(({ field }) => field === 'serialNumbers')
  expect(problemsOf(null)).toEqual([])
  expect(problemsOf(['SN2'])).toEqual([])
  expect(problemsOf(['SN1', 'SN2'])).toMatchObject([
    { message: { zh: '已录入 2 个序列号，数量为 1，多 1 个' } },
  ])
})
