import { beforeEach, describe, expect, test } from 'vitest'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { ApiError } from '../api/api-error.ts'
import { cellText } from '../grid/cell-format.ts'
import type { GridColumn } from '../grid/grid-column.ts'
import { entryProblems, isEditableIn, pasteBlock, withTyped } from '../grid/line-entry.ts'
import { knowMaterialUnits } from '../grid/material-units.ts'
import { entryColumns } from '../document/entry/entry-columns.ts'
import {
  lineInputs,
  lineProblemsOf,
  linesOfPrefill,
  serialProblemsOf,
  splitLine,
} from '../document/entry/entry-lines.ts'
import type { EntryLine } from '../document/entry/entry-lines.ts'
import { sharedOut } from '../document/entry/use-entry.ts'
import { offerOf } from './serial-column.ts'
import type { Offer } from './use-pieces.ts'

const arrival = documentDefinition('arrival')!
const receipt = documentDefinition('goods-receipt')!
const unit = { unit: 'EA', numerator: 1, denominator: 1, decimals: 0 }

const motor = (more: Record<string, unknown> = {}): EntryLine => ({
  rowId: '1',
  materialNo: 'MOTOR',
  unit: 'EA',
  quantity: '3',
  ...more,
})
const bolt: EntryLine = { rowId: '2', materialNo: 'BOLT', unit: 'EA', quantity: '10' }
const columnOf = (...lines: EntryLine[]): GridColumn<EntryLine> | undefined =>
  entryColumns(arrival, lines, () => ({})).find(({ field }) => field === 'serialNumbers')

beforeEach(() => {
  knowMaterialUnits('MOTOR', [{ materialNo: 'MOTOR', ...unit, isSerialManaged: true }])
  knowMaterialUnits('BOLT', [{ materialNo: 'BOLT', ...unit }])
})

describe('the serial numbers of lines being entered', () => {
  test('have a column only where some material has them, and no cell in lines of others', () => {
    expect(columnOf(bolt)).toBeUndefined()
    const column = columnOf(motor(), bolt)!
    expect([motor(), bolt].map((line) => isEditableIn(column, line))).toEqual([true, false])
    expect(cellText(column, motor())).toBe('0/3')
    expect(cellText(column, bolt)).toBe('–')
    expect(column.hint?.(bolt)).toBe('该物料不实行序列号管理，无需填写')
  })

  test('can be removed from a line whose material has none', () => {
    const line = { ...bolt, serialNumbers: ['SN001'] }
    expect(isEditableIn(columnOf(line)!, line)).toBe(true)
  })

  test('are said in the cell if they are few, otherwise counted, and all named in its tooltip', () => {
    const three = motor({ serialNumbers: ['SN001', 'SN002', 'SN003'] })
    const column = columnOf(three)!
    expect(cellText(column, three)).toBe('3/3')
    expect(column.hint?.(three)).toBe('SN001、SN002、SN003')
    expect(cellText(column, motor({ quantity: '1', serialNumbers: ['SN001'] }))).toBe('SN001')
  })

  test('are read from what is typed or pasted into the cell; a wrong range stays to be corrected', () => {
    const column = columnOf(motor())!
    expect(withTyped(motor(), column, 'sn001..003')).toMatchObject({
      serialNumbers: ['SN001', 'SN002', 'SN003'],
    })
    expect(withTyped(motor({ serialNumbers: ['SN001'] }), column, '')).toMatchObject({
      serialNumbers: null,
    })
    const wrong = withTyped(motor(), column, 'SN003..SN001') as EntryLine
    expect(entryProblems([column], [wrong], ({ rowId }) => rowId)).toMatchObject([
      { rowId: '1', field: 'serialNumbers' },
    ])
    const block = [['SN001 SN002'], ['SN009']]
    const pasted = pasteBlock(block, {
      rows: [motor(), bolt],
      columns: [column],
      row: 0,
      column: 0,
    })
    expect(pasted.rows.map((line) => line['serialNumbers'])).toEqual([
      ['SN001', 'SN002'],
      undefined,
    ])
    expect(pasted.cellsLeftOut).toBe(1)
  })

  test('stay when the quantity changes; the cell says at once what is missing or too much, and nothing is sent', () => {
    const line = motor({ serialNumbers: ['SN001', 'SN002', 'SN003'] })
    expect(serialProblemsOf(arrival, [line, motor()])).toEqual([])
    const [hint] = serialProblemsOf(arrival, [{ ...line, quantity: '5' }])
    expect(hint).toMatchObject({ rowId: '1', field: 'serialNumbers' })
    expect(hint?.message).toMatchObject({ zh: '已录入 3 个序列号，数量为 5，还差 2 个' })
    const problems = lineProblemsOf(arrival, [{ ...line, quantity: '5' }])
    expect(problems.filter(({ field }) => field === 'serialNumbers')).toEqual([hint])
  })

  test('are told at once in the line that repeats one of an earlier line of the same material', () => {
    const first = motor({ quantity: '1', serialNumbers: ['SN001'] })
    const second = motor({ rowId: '7', quantity: '1', serialNumbers: ['SN001'] })
    const other = { ...second, rowId: '8', materialNo: 'BOLT' }
    expect(serialProblemsOf(arrival, [first, bolt, second, other])).toMatchObject([
      { rowId: '7', field: 'serialNumbers', message: { zh: 'SN001 重复：第 1 行已有' } },
    ])
  })

  test('are refused at their cell before they are sent, if one is doubled or too long', () => {
    const problemOf = (...serialNumbers: string[]) =>
      lineProblemsOf(arrival, [motor({ serialNumbers, quantity: serialNumbers.length.toString() })])
        .filter(({ field }) => field === 'serialNumbers')
        .map(({ message }) => (typeof message === 'string' ? message : message.zh))
    expect(problemOf('SN001', 'SN001')[0]).toContain('序列号 SN001 重复')
    expect(problemOf('S'.repeat(19))[0]).toContain('超过 18 个字符')
    expect(problemOf('SN001', 'SN002')).toEqual([])
  })

  test('are refused by the server at the cell of their line', () => {
    const detail = {
      code: 'serial-numbers-required',
      params: {},
      line: 2,
      field: 'serialNumbers',
      zh: '须有 3 个序列号',
      en: '3 serial numbers',
    }
    const refused = sharedOut(
      new ApiError({ status: 422, code: detail.code, message: '', details: [detail] } as never),
      [],
      [bolt, motor({ rowId: '9' })],
    )
    expect(refused.cells).toMatchObject([{ rowId: '9', field: 'serialNumbers' }])
  })

  test('of a successor that takes only a part are left to the server unless they are named', () => {
    const source = { id: 's1', lineNo: 1 }
    const shown = { ...source, materialNo: 'MOTOR', serialNumbers: ['SN001', 'SN002', 'SN003'] }
    const [line] = linesOfPrefill(arrival, [{ source, quantity: '2' }], [shown])
    expect(lineInputs(arrival, [line!])[0]).not.toHaveProperty('serialNumbers')
    const named = { ...line!, serialNumbers: ['SN001', 'SN003'] }
    expect(lineInputs(arrival, [named])).toMatchObject([{ serialNumbers: ['SN001', 'SN003'] }])
    expect(line).toMatchObject({ numbersOfSource: ['SN001', 'SN002', 'SN003'] })
  })

  test('of a successor begin with those of its predecessor, and are sent with the line', () => {
    const [line] = linesOfPrefill(
      receipt,
      [{ source: { id: 's1', lineNo: 1 }, quantity: '2' }],
      [{ id: 's1', lineNo: 1, materialNo: 'MOTOR', serialNumbers: ['SN001', 'SN002'] }],
    )
    expect(line).toMatchObject({
      serialNumbers: ['SN001', 'SN002'],
      numbersOfSource: ['SN001', 'SN002'],
    })
    expect(lineInputs(receipt, [line!])).toMatchObject([{ serialNumbers: ['SN001', 'SN002'] }])
    expect(splitLine([line!], line!.rowId).map((one) => one['serialNumbers'])).toEqual([
      ['SN001', 'SN002'],
      null,
    ])
  })
})

describe('the pieces offered for a line', () => {
  const headerOf = () => ({ companyCode: '1010', plant: '1011', storageLocation: '1103' })
  const offered = (
    definition: AnyDocument,
    name: string,
    line: EntryLine,
    before: string[] = [],
    isOnlyAnnounced = false,
  ) =>
    offerOf(name, definition.lines[name]!, line, {
      headerOf,
      ofSource: () => before,
      isOnlyAnnounced,
    })
  const numbersOf = (offer: Offer) =>
    offer.kind === 'known' ? offer.pieces.map(({ serialNumber }) => serialNumber) : offer.kind

  test('are any of goods that arrive, and those announced may be put right', () => {
    expect(offered(arrival, 'serialNumbers', motor())).toEqual({ kind: 'free' })
    expect(offered(arrival, 'serialNumbers', motor(), ['SN1'], true)).toMatchObject({
      kind: 'known',
      mayBeOthers: true,
    })
    expect(offered(receipt, 'serialNumbers', motor(), ['SN1'])).toMatchObject({
      kind: 'known',
      mayBeOthers: false,
    })
  })

  test('are of goods that leave the stock those at the stock key of the line', () => {
    const issue = documentDefinition('goods-issue')!
    const line = motor({ bin: 'A-01', batch: null, specialStock: null })
    const offer = offered(issue, 'serialNumbers', line)
    expect(offer).toMatchObject({ kind: 'stock', query: 'serial-number' })
    const filters = offer.kind === 'stock' ? offer.filters : []
    expect(
      Object.fromEntries(filters.map(({ field, operator, value }) => [field, value ?? operator])),
    ).toEqual({
      companyCode: '1010',
      materialNo: 'MOTOR',
      plant: '1011',
      storageLocation: '1103',
      bin: 'A-01',
      place: 'stock',
      book: 'ERP',
      stockCategory: 'UU',
      specialStock: 'empty',
    })
    for (const name of ['transfer-order', 'location-adjustment', 'cross-company-issue'])
      expect(offered(documentDefinition(name)!, 'serialNumbers', motor()).kind).toBe('stock')
  })

  test('are of what an inspection rejects or misses the inspected ones, each once', () => {
    const inspection = documentDefinition('inspection-order')!
    const line = motor({
      serialNumbers: ['SN1', 'SN2', 'SN3'],
      rejectedSerialNumbers: ['SN2'],
      missingSerialNumbers: null,
      numbersOfSource: ['SN1', 'SN2', 'SN3'],
    })
    expect(numbersOf(offered(inspection, 'rejectedSerialNumbers', line))).toEqual([
      'SN1',
      'SN2',
      'SN3',
    ])
    expect(numbersOf(offered(inspection, 'missingSerialNumbers', line))).toEqual(['SN1', 'SN3'])
  })

  test('are counted against the quantity they are named after; where nothing is rejected none is named', () => {
    const inspection = documentDefinition('inspection-order')!
    const columns = entryColumns(inspection, [motor()], () => ({}))
    const column = columns.find(({ field }) => field === 'rejectedSerialNumbers')!
    // Beside each other.
    const names = columns.map(({ field }) => field)
    expect(names[names.indexOf('rejectedQuantity') + 1]).toBe('rejectedSerialNumbers')
    expect(cellText(column, motor({ rejectedQuantity: '2' }))).toBe('0/2')
    expect(cellText(column, motor({ rejectedQuantity: '0' }))).toBe('–')
    expect(cellText(column, motor())).toBe('–')
  })
})
