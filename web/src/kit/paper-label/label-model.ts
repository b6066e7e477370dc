import type { AnyMaster, PaperLabel } from '@kufang/contract/document/declare/define-master.ts'
import type { Row } from '../fields/field-column.ts'
import { fieldColumn } from '../fields/field-column.ts'
import { cellText, emptyValue } from '../grid/cell-format.ts'

/** Sizes of label rolls in millimetres. */
export const labelSizes = [
  { name: '60 × 40 mm', width: 60, height: 40 },
  { name: '100 × 60 mm', width: 100, height: 60 },
] as const

export type LabelSize = (typeof labelSizes)[number]

/** Maximum number of labels per print, to limit waste by mistakes. */
export const labelsMax = 500

/** A label: content of the QR code, title, and lines below. */
export interface LabelModel {
  code: string
  title: string
  lines: readonly string[]
}

/** The label of a row; empty values are omitted. */
export function labelOf(master: AnyMaster, paper: PaperLabel<string>, row: Row): LabelModel {
  const texts = paper.lines.flatMap((name) => {
    const field = master.fields[name]
    const text = field === undefined ? '' : cellText(fieldColumn(name, field), row)
    return text === '' || text === emptyValue ? [] : [text]
  })
  const code = paper.code
    .map((name) => row[name])
    .find((value): value is string => typeof value === 'string' && value !== '')
  const title = texts[0] ?? code ?? ''
  return { code: code ?? title, title, lines: texts.slice(1) }
}
