import { describe, expect, it } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import {
  headerOfSources,
  isNeeded,
  lineInputs,
  lineProblemsOf,
  mixedValues,
  quantityHintsOf,
  quantityProblemsOf,
  linesOfPrefill,
  mixedHeaderFields,
  splitLine,
  takenByHeader,
} from './entry-lines.ts'

const definitionOf = (name: string): AnyDocument => {
  const found = documentDefinition(name)
  if (found === undefined) throw new Error(`no document ${name}`)
  return found
}
const requisition = definitionOf('requisition')
const receipt = definitionOf('goods-receipt')

const sourceRow = {
  id: 's1',
  lineNo: 10,
  docNo: '0000012345',
  openQuantity: '7',
  materialNo: 'M1',
  description: '闸阀',
  unit: 'EA',
  plant: '1010',
  storageLocation: 'A001',
}

describe('a permit', () => {
  const { permitNo } = requisition.header
  const linesOf = (...classes: (string | null)[]) =>
    linesOfPrefill(
      requisition,
      classes.map((_one, at) => ({ source: { id: 's1', lineNo: at + 1 }, quantity: '5' })),
      [sourceRow],
      [],
      classes.map((hazardClass) => ({ hazardClass })),
    )

  it('is asked for only while one of the lines is of dangerous goods', () => {
    expect(isNeeded(permitNo!, linesOf(null, null))).toBe(false)
    expect(isNeeded(permitNo!, linesOf(null, '3'))).toBe(true)
    expect(isNeeded(requisition.header['pickingUnit']!, linesOf(null))).toBe(true)
  })
})

describe('lines being entered', () => {
  it('shows what the source has, with the open quantity beside the proposed one', () => {
    const [line] = linesOfPrefill(
      requisition,
      [{ source: { id: 's1', lineNo: 10 }, quantity: '5' }],
      [sourceRow],
    )
    expect(line).toMatchObject({
      materialNo: 'M1',
      description: '闸阀',
      openQuantity: '7',
      quantity: '5',
      sourceNo: '0000012345',
    })
    expect(headerOfSources(requisition, [sourceRow])).toMatchObject({
      plant: '1010',
      storageLocation: 'A001',
    })
  })

  it('lets a person enter the storage location only where no source has one', () => {
    const open = { ...sourceRow, id: 's2', storageLocation: '' }
    const linesOf = (...rows: (typeof sourceRow)[]) =>
      linesOfPrefill(
        requisition,
        rows.map(({ id }) => ({ source: { id, lineNo: 10 }, quantity: '1' })),
        rows,
      )
    expect([...takenByHeader(linesOf(open))]).toEqual([])
    expect([...takenByHeader(linesOf(open, sourceRow))]).toEqual(['storageLocation'])
    expect(headerOfSources(requisition, [open, sourceRow])).toMatchObject({
      storageLocation: 'A001',
    })
    expect(headerOfSources(requisition, [open], { storageLocation: 'A002' })).toMatchObject({
      plant: '1010',
      storageLocation: 'A002',
    })
  })

  it('takes no more than drafts of others leave free, and says how much they hold', () => {
    const lines = linesOfPrefill(
      requisition,
      ['3', '4', '8'].map((quantity) => ({ source: { id: 's1', lineNo: 10 }, quantity })),
      [{ ...sourceRow, heldQuantity: '4', freeQuantity: '3' }],
    )
    expect(lines[0]).toMatchObject({ openQuantity: '7', heldQuantity: '4', freeQuantity: '3' })
    const problems = quantityProblemsOf(requisition, lines)
    expect(problems.map(({ message }) => message)).toMatchObject([
      { zh: '超过可开单数量 3 EA：未清 7，其中 4 已被其他草稿占用；请改小' },
      { zh: '超过未清数量 7 EA，请改小' },
    ])
    // Without held quantities these columns are hidden.
    const [plain] = linesOfPrefill(
      requisition,
      [{ source: { id: 's1', lineNo: 10 }, quantity: '1' }],
      [{ ...sourceRow, heldQuantity: '0', freeQuantity: '7' }],
    )
    expect(plain).not.toHaveProperty('heldQuantity')
  })

  it('sends the source and what a person may say, nothing that the source gave', () => {
    const lines = linesOfPrefill(
      requisition,
      [{ source: { id: 's1', lineNo: 10 }, quantity: '1,005.50' }],
      [sourceRow],
    )
    expect(lineInputs(requisition, lines)).toEqual([
      { source: { id: 's1', lineNo: 10 }, quantity: '1005.5' },
    ])
  })

  it('refuses quantities of nothing, and beyond open where the source limits them', () => {
    const lines = linesOfPrefill(
      requisition,
      ['0', '-1', '8', '7'].map((quantity) => ({ source: { id: 's1', lineNo: 10 }, quantity })),
      [sourceRow],
    )
    const problems = lineProblemsOf(requisition, lines).filter(({ field }) => field === 'quantity')
    expect(problems.map(({ rowId }) => lines.findIndex((line) => line.rowId === rowId))).toEqual([
      0, 1, 2,
    ])
    expect(problems[2]?.message).toMatchObject({ zh: '超过未清数量 7 EA，请改小' })
    // They are shown immediately, before the form is sent.
    expect(quantityProblemsOf(requisition, lines)).toEqual(problems)
  })

  it('leaves tolerances to documents that limit themselves', () => {
    const line = {
      rowId: 'r',
      materialNo: 'M1',
      unit: 'EA',
      quantity: '8',
      openQuantity: '7',
      stockCategory: 'UU',
      bin: 'A-01',
    }
    expect(lineProblemsOf(receipt, [line])).toEqual([])
  })

  it('says beyond the open quantity while it is typed, where the tolerance is the server to know', () => {
    const note = definitionOf('delivery-note')
    const line = { rowId: 'a', quantity: '210', openQuantity: '200', unit: 'EA' }
    const [hint] = quantityHintsOf(note, [line])
    expect(hint).toMatchObject({ rowId: 'a', field: 'quantity' })
    expect(hint?.message).toMatchObject({
      zh: '210 超过未清数量 200 EA，仅在允许的超量范围内可提交',
    })
    expect(quantityHintsOf(note, [{ ...line, quantity: '200' }])).toEqual([])
    expect(quantityHintsOf(note, [{ ...line, quantity: 'viel' }])).toEqual([])
    expect(quantityHintsOf(requisition, [line])).toEqual([])
  })

  it('names the lines that differ, by number', () => {
    const rows = [
      { docNo: '4500001138', lineNo: 10, plant: '1011' },
      { docNo: '4500001138', lineNo: 20, plant: '1012' },
    ]
    expect(mixedValues(definitionOf('delivery-note'), 'plant', {}, rows)).toEqual([
      { value: '1011', lines: ['4500001138/10'] },
      { value: '1012', lines: ['4500001138/20'] },
    ])
  })

  it('asks for every required cell of every line', () => {
    const problems = lineProblemsOf(receipt, [{ rowId: 'r1', quantity: '1' }, { rowId: 'r2' }])
    expect(problems.map(({ rowId, field }) => `${rowId} ${field ?? ''}`).toSorted()).toEqual([
      'r1 bin',
      'r1 stockCategory',
      'r2 bin',
      'r2 quantity',
      'r2 stockCategory',
    ])
  })

  it('tells in which header fields the chosen sources differ', () => {
    const other = { ...sourceRow, id: 's2', storageLocation: 'A002', costCenter: null }
    expect(mixedHeaderFields(requisition, {}, [sourceRow, other])).toEqual(['storageLocation'])
    expect(mixedHeaderFields(requisition, { plant: '1020' }, [sourceRow])).toEqual(['plant'])
    expect(mixedHeaderFields(requisition, {}, [sourceRow, { ...sourceRow, lineNo: 20 }])).toEqual(
      [],
    )
  })

  it('splits a line into itself and one with the quantity still to say', () => {
    const source = { id: 's1', lineNo: 10 }
    const [first, second] = splitLine(
      [{ rowId: 'r1', source, quantity: '5', bin: 'A', lineNo: 10 }],
      'r1',
    )
    expect(first).toMatchObject({ rowId: 'r1', quantity: '5', lineNo: 10 })
    expect(second).toMatchObject({ source, quantity: null, bin: 'A', lineNo: undefined })
    expect(second?.rowId).not.toBe('r1')
  })
})

it('sends a quantity to the server with its unit where only the form knows it', () => {
  const note = documentDefinition('delivery-note')!
  const boxes = { unit: 'EA', entryUnit: 'BOX', unitNumerator: 100, unitDenominator: 1 }
  const source = { id: 'a', lineNo: 10 }
  const sent = (line: object) => lineInputs(note, [{ rowId: '1', ...line }])[0]!['quantity']
  expect(sent({ ...boxes, quantity: '500', source })).toBe('500')
  expect(sent({ ...boxes, quantity: '7', entryUnit: '', source })).toBe('7 EA')
  expect(sent({ ...boxes, quantity: '500' })).toBe('5 BOX')
  expect(sent({ ...boxes, quantity: '3 PAL', source })).toBe('3 PAL')
  expect(
    lineProblemsOf(note, [{ rowId: '1', ...boxes, quantity: '3 PAL', source }]).filter(
      ({ field }) => field === 'quantity',
    ),
  ).toEqual([])
})
