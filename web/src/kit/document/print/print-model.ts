import { textOf } from '@kufang/kernel/text-of.ts'
import type { DocumentResponse } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'
import { momentText } from '../../fields/moment-text.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import { cellText } from '../../grid/cell-format.ts'
import { label } from '../../text/language.ts'
import { fill } from '../../text/messages.ts'
import type { PrintedCode } from '../slots.ts'
import { headerFields } from '../document-fields.ts'
import { printColumns, printTotals, serialNotes } from './print-columns.ts'
import type { PrintColumn } from './print-columns.ts'
import type { DrawnSignature } from './print-evidence.ts'
import { printMessages } from './print-messages.ts'
import { signaturesOf } from './print-signatures.ts'
import type { Signature } from './print-signatures.ts'

/** The content of a printed document as text. */
export interface PrintSheetModel {
  company: string
  /** In both languages, because the paper may go to other companies. */
  title: Label
  docNo: string
  state: string
  /** The number of the print, from the second on (domain.md 1.5: marked 补打 with count). */
  reprint: string | null
  fields: { name: string; label: string; value: string; isWide: boolean }[]
  columns: PrintColumn[]
  rows: string[][]
  /** Texts below each row, across all columns. */
  notes: string[][]
  totals: string[] | null
  lineCount: string
  signatures: Signature[]
  /** A second QR code; null for none. */
  code: PrintedCode | null
  /** Drawn at hand-overs. */
  drawn: readonly DrawnSignature[]
  printed: string
  isLandscape: boolean
  /** Prints the lines in a smaller font. */
  isCompact: boolean
}

interface PrintSheetInput {
  definition: AnyDocument
  /** As visible to the user; the header includes the names of its references as `<field>Text`. */
  document: Pick<DocumentResponse, 'header' | 'lines' | 'hiddenLines'>
  /** The number of prints, including this one. */
  printCount: number
  printedBy: string
  /** ISO instant. */
  printedAt: string
  drawn?: readonly DrawnSignature[]
  code?: PrintedCode | null
}

/** Fields printed in head, signatures and foot, or not useful on paper. */
const elsewhere: ReadonlySet<string> = new Set([
  'docNo',
  'state',
  'erpState',
  'companyCode',
  'createdByName',
  'createdAt',
  'updatedAt',
  'printCount',
])

/** The width of A4 within its margins, in pixels: wider lines use landscape, still wider ones a smaller font. */
const uprightWidthMax = 702
const lyingWidthMax = 1030

/** Longer values get a row of their own. */
const shortLengthMax = 40

/** The content of a printed document; a pure function, testable without a printer. */
export function printSheetOf(input: PrintSheetInput): PrintSheetModel {
  const { definition, document, printCount } = input
  const { header } = document
  const columns = printColumns(definition, header, document.lines)
  const { companyCode } = header
  const state = definition.states[header.state]
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return {
    company: textOf(header['companyCodeText']) || textOf(companyCode),
    title: definition.label,
    docNo: header.docNo,
    state: state === undefined ? header.state : label(state.label),
    reprint: printCount > 1 ? fill(label(printMessages.reprint), { count: printCount }) : null,
    fields: fieldsOf(definition, header),
    columns,
    rows: document.lines.map((line) => columns.map((column) => column.text(line))),
    notes: document.lines.map((line) => serialNotes(definition, header, line)),
    totals: printTotals(definition, columns, document.lines),
    lineCount: lineCountOf(document),
    signatures: signaturesOf(definition, header, label),
    code: input.code ?? null,
    drawn: input.drawn ?? [],
    printed: fill(label(printMessages.printed), {
      name: input.printedBy,
      at: momentText(input.printedAt),
      count: printCount,
    }),
    isLandscape: width > uprightWidthMax,
    isCompact: width > lyingWidthMax,
  }
}

/** Paper says that it is not the whole document. */
function lineCountOf({ lines, hiddenLines }: PrintSheetInput['document']): string {
  const shown = fill(label(printMessages.lineCount), { count: lines.length })
  if (hiddenLines.length === 0) return shown
  return `${shown} ${fill(label(printMessages.hiddenLines), { count: hiddenLines.length })}`
}

function fieldsOf(definition: AnyDocument, header: Row): PrintSheetModel['fields'] {
  const shown = Object.entries(headerFields(definition)).flatMap(([name, field]) => {
    if (elsewhere.has(name) || isEmptyValue(header[name])) return []
    const value = cellText(fieldColumn(name, field), header)
    return [
      {
        name,
        label: label(field.label),
        value,
        isWide: field.multiline === true || value.length > shortLengthMax,
      },
    ]
  })
  // Wide ones last, so that the short ones leave no gaps.
  return [...shown.filter((one) => !one.isWide), ...shown.filter((one) => one.isWide)]
}
