import { ApiError } from '../api/api-error.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { fill } from '../text/messages.ts'

/** A cell that no column of its kind takes, such as the error of a formula. */
export interface CellRefusal {
  cell: string
  column: Label
  problem: Label
}

const texts = {
  'workbook-unreadable': {
    zh: '所选文件不是 Excel 工作簿（.xlsx），或已损坏（{problem}）；请用 Excel 打开后另存为 .xlsx 再选择',
    en: 'The file is no Excel workbook (.xlsx), or it is damaged ({problem}); open it in Excel, save it as .xlsx and choose that',
  },
  'workbook-too-large': {
    zh: '工作簿过大：{what} {found}，上限 {limit}；请只保留要导入的工作表和行，另存后再选择',
    en: 'The workbook is too large: {whatEn} {found}, the limit is {limit}; keep only the sheet and rows to import, save it and choose that',
  },
  'csv-unclosed': {
    zh: '第 {line} 行的引号没有结束，之后的行无法读取；请更正该行后再选择',
    en: 'A quotation mark in row {line} is not closed, so the rows behind it cannot be read; correct the row and choose the file again',
  },
  'table-empty': {
    zh: '所选工作表没有可导入的行；请选择有列名和数据的工作表',
    en: 'The sheet has no rows to import; choose a sheet with headings and data',
  },
  'table-row-beyond': {
    zh: '单元格 {cell}（{text}）没有列名：列名在第 {head} 行；请补列名，或删除该单元格',
    en: 'Cell {cell} ({text}) has no heading: the headings are in row {head}; name the column, or delete the cell',
  },
  'table-heads-unknown': {
    zh: '没有认识的列名。应有：{expected}；文件中为：{found}',
    en: 'No heading is known. Expected: {expectedEn}; in the file: {found}',
  },
} as const

/** What is wrong with a table in a file. */
export const tableRefusal = (
  code: 'csv-unclosed' | 'table-empty' | 'table-row-beyond' | 'table-heads-unknown',
  params: Readonly<Record<string, string>>,
): ApiError => refusal(code, params)

/** Cells of a table that cannot be taken, as far as they can be shown. */
const cellsMax = 20

/** The cells of a table that its columns do not take, each with what is wrong; nothing is imported. */
export function refusedCells(cells: readonly [CellRefusal, ...CellRefusal[]]): ApiError {
  const detailOf = ({ cell, column, problem }: CellRefusal) => ({
    code: 'table-cell-refused',
    params: { cell },
    zh: `单元格 ${cell}（${column.zh}）：${problem.zh}`,
    en: `Cell ${cell} (${column.en}): ${problem.en}`,
  })
  const [first, ...others] = cells
  return new ApiError({
    status: 422,
    requestId: null,
    details: [detailOf(first), ...others.slice(0, cellsMax - 1).map(detailOf)],
  })
}

/** The file is not a readable workbook; `problem` names the part. */
export const unreadable = (problem: string): ApiError => refusal('workbook-unreadable', { problem })

/** The workbook exceeds a limit: of what, the size found, and the limit. */
export const tooLarge = (
  what: { zh: string; en: string },
  found: string,
  limit: string,
): ApiError => refusal('workbook-too-large', { what: what.zh, whatEn: what.en, found, limit })

function refusal(code: keyof typeof texts, params: Readonly<Record<string, string>>): ApiError {
  const { zh, en } = texts[code]
  return new ApiError({
    status: 422,
    requestId: null,
    details: [{ code, params, zh: fill(zh, params), en: fill(en, params) }],
  })
}
