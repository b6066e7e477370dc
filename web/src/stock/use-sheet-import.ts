import { useState } from 'react'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { newRowId } from '../kit/document/entry/entry-lines.ts'
import type { EntrySlotProps, SlotLine } from '../kit/document/slots.ts'
import { toast } from '../kit/feedback/toast.ts'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import type { Sheet } from '../kit/workbook/read-xlsx.ts'

const messages = defineMessages({
  imported: { zh: '已导入 {count} 行', en: '{count} {count|line|lines} imported' },
  importedOf: {
    zh: '已从工作表“{sheet}”导入 {count} 行',
    en: '{count} {count|line|lines} of the sheet "{sheet}" imported',
  },
  unknown: {
    zh: '已导入 {count} 行；不认识的列未导入：{columns}',
    en: '{count} {count|line|lines} imported; unknown columns left out: {columns}',
  },
  nothing: { zh: '文件中没有可导入的行', en: 'The file holds no lines' },
})

interface ReadBook {
  sheets: readonly Sheet[]
  at: number
  rowIds: ReadonlySet<string>
}

/**
 * Lines of a document from a workbook, beside what was entered: of the sheet that looks like them, or of another one, which
 * then takes the place of the first.
 */
export function useSheetImport(
  props: EntrySlotProps,
  fields: Fields,
): {
  /** Null unless a workbook of several sheets was read. */
  book: ReadBook | null
  take: (file: File) => Promise<void>
  takeSheet: (sheets: readonly Sheet[], at: number, instead: ReadonlySet<string>) => Promise<void>
} {
  const t = useMessages(messages)
  /** The workbook that was read last, if it has several sheets: which of them, and the lines that came from it. */
  const [book, setBook] = useState<ReadBook | null>(null)
  const take = async (file: File): Promise<void> => {
    setBook(null)
    // Loaded on demand: lists load this module too, and do not read files.
    const [{ readSheets }, { likelySheet }, { fieldNamed }] = await Promise.all([
      import('../kit/workbook/read-table.ts'),
      import('../kit/workbook/headed-table.ts'),
      import('../kit/workbook/sheet-lines.ts'),
    ])
    const sheets = await readSheets(file)
    const isHead = (text: string): boolean => fieldNamed(fields, text) !== undefined
    await takeSheet(sheets, await likelySheet(sheets, isHead), new Set())
  }
  /** @param instead the lines that came from another sheet of the workbook */
  const takeSheet = async (
    sheets: readonly Sheet[],
    at: number,
    instead: ReadonlySet<string>,
  ): Promise<void> => {
    const [{ sheetLines }, { refusedCells }] = await Promise.all([
      import('../kit/workbook/sheet-lines.ts'),
      import('../kit/workbook/workbook-refusal.ts'),
    ])
    const { lines, unknown, refused } = sheetLines(fields, await sheets[at]!.read())
    const [first, ...others] = refused
    if (first !== undefined) throw refusedCells([first, ...others])
    if (lines.length === 0) {
      toast.warning(t('nothing'))
      return
    }
    const kept = props.lines.filter(
      (line) => Object.keys(line).length > 1 && !instead.has(line.rowId),
    )
    const added = lines.map((line): SlotLine => ({ ...line, rowId: newRowId() }))
    props.onLinesChange([...kept, ...added])
    if (sheets.length > 1) setBook({ sheets, at, rowIds: new Set(added.map(({ rowId }) => rowId)) })
    if (unknown.length === 0)
      toast.success(
        sheets.length === 1
          ? t('imported', { count: lines.length })
          : t('importedOf', { count: lines.length, sheet: sheets[at]!.name }),
      )
    else toast.warning(t('unknown', { count: lines.length, columns: listed(unknown) }))
  }
  return { book, take, takeSheet }
}
