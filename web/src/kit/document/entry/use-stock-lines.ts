import { useEffect, useRef } from 'react'
import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'
import { toast } from '../../feedback/toast.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import { documentApi } from '../document-api.ts'
import { headerFields } from '../document-fields.ts'
import type { EntryLine } from './entry-lines.ts'
import { identityOfStock, withStock } from './entry-stock.ts'
import type { Proposals } from './entry-stock.ts'
import type { EntryState } from './use-entry.ts'

/** A pause in which nothing was typed. */
const typingPauseMs = 300

/**
 * Shows what is available of the stock of each line, selected or typed, and fills empty fields with what the document
 * proposes. It asks again when a reference of the header or the stock of a line changes, and when a required text of the
 * header, such as the number of an order, was typed.
 */
export function useStockLines(definition: AnyDocument, entry: EntryState): void {
  const asked = useRef('')
  const askedStock = useRef('')
  const proposals = useRef<Proposals>(new Map())
  const { header, lines } = entry
  useEffect(() => {
    if (limitOfStock(definition) === null) return
    const known = filledIn(definition, header, ({ kind }) => kind === 'reference')
    const typed = filledIn(definition, header, ({ kind, required }) => kind === 'text' && required)
    const wanted = lines.filter(
      (line) => !isEmptyValue(line['materialNo']) && !isEmptyValue(line['bin']),
    )
    const stock = JSON.stringify([known, wanted.map(identityOfStock)])
    const question = JSON.stringify([stock, typed])
    if (question === asked.current || wanted.length === 0) return
    const ask = (): void => {
      asked.current = question
      askedStock.current = stock
      const { companyCode } = header
      const request = {
        ...(typeof companyCode === 'string' && { companyCode }),
        header: { ...known, ...typed },
        lines: wanted.map(stockFields),
      }
      documentApi
        .stockLines(definition.name, request)
        .then((rows) => {
          if (asked.current !== question) return
          const found = new Map(wanted.map((line, index) => [line.rowId, rows[index]]))
          entry.setLines(
            entry.newest().lines.map((line) => {
              const row = found.get(line.rowId)
              return row === undefined ? line : withStock(line, row, proposals.current)
            }),
          )
        })
        .catch(toast.error)
    }
    if (stock !== askedStock.current) return ask()
    // Not for each character of a number that is being typed.
    const typing = setTimeout(ask, typingPauseMs)
    return () => clearTimeout(typing)
  }, [definition, entry, header, lines])
}

/** The filled-in fields of the header of this kind: what is available and proposed depends on nothing else. */
function filledIn(definition: AnyDocument, header: Row, isOfKind: (field: Field) => boolean): Row {
  const names = Object.entries(headerFields(definition))
    .filter(([, field]) => isOfKind(field))
    .map(([name]) => name)
  return Object.fromEntries(
    names.filter((name) => !isEmptyValue(header[name])).map((name) => [name, header[name]]),
  )
}

/** The fields that identify the stock of a line. */
function stockFields(line: EntryLine): Row {
  return JSON.parse(identityOfStock(line)) as Row
}
