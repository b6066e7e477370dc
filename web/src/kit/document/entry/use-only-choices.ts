import { useEffect, useRef } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import { api } from '../../api/client.ts'
import { indexedMaster } from '../../declarations.ts'
import { toast } from '../../feedback/toast.ts'
import { useAccount } from '../../session/decider.ts'
import type { Row } from '../../fields/field-column.ts'
import { masterOption } from '../../fields/master-search.ts'
import type { Narrow } from '../../fields/master-search.ts'
import { narrowOf } from '../../fields/narrow.ts'
import { isEmptyValue, isTyped } from '../../fields/entered-value.ts'
import { headerFields } from '../document-fields.ts'
import type { EntryState } from './use-entry.ts'

/**
 * Fills each required reference of the header for which the user has exactly one choice, such as the plant of a user
 * with one plant, or that names persons of whom one is the user, such as the requester. A field is filled once for the values that narrow it, so a value the user removes stays removed; the
 * form of the next document is filled again.
 *
 * @param onFilled receives the filled values, which are no work of the user
 * @param form counts the documents begun in the form
 */
export function useOnlyChoices(
  definition: AnyDocument,
  entry: EntryState,
  isWanted: boolean,
  onFilled: (values: Row) => void,
  form: number,
): void {
  const asked = useRef(new Set<string>())
  const begun = useRef(form)
  const { header } = entry
  const account = useAccount()
  useEffect(() => {
    if (!isWanted) return
    if (begun.current !== form) {
      begun.current = form
      asked.current.clear()
    }
    const work = Object.entries(headerFields(definition)).map(async ([name, field]) => {
      const { master } = field
      if (master === undefined || !field.required || !isTyped(field)) return
      if (!isEmptyValue(header[name])) return
      const narrow = narrowOf(field, header)
      const question = `${name} ${JSON.stringify(narrow)}`
      if (asked.current.has(question)) return
      asked.current.add(question)
      const value = await ownChoice(master, narrow, account)
      if (value === null || !isEmptyValue(entry.newest().header[name])) return
      onFilled({ [name]: value })
      entry.setHeader({ [name]: value })
    })
    Promise.all(work).catch(toast.error)
  }, [account, definition, entry, form, header, isWanted, onFilled])
}

/** The only row that the user can choose, or the only one with his account. */
async function ownChoice(
  master: MasterName,
  narrow: Narrow,
  account: string,
): Promise<string | null> {
  const definition = indexedMaster(master)
  if (definition === undefined) return null
  const only = async (within: Narrow): Promise<string | null> => {
    const rows = await api.post<Row[]>(
      `/api/masters/${master}/search`,
      { text: '', size: 2, narrow: within },
      { isQuiet: true },
    )
    const [row] = rows
    return rows.length === 1 && row !== undefined ? masterOption(definition, row).value : null
  }
  const found = await only(narrow)
  const namesPersons = definition.fieldNames.includes('account')
  return found ?? (namesPersons && account !== '' ? only({ ...narrow, account }) : null)
}
