import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import { api } from '../api/client.ts'
import { indexedMaster } from '../declarations.ts'
import type { Row } from './field-column.ts'

/** Restricts a search to the organisation of the form, such as bins of one storage location. */
export type Narrow = Readonly<Record<string, string>>

export interface MasterOption {
  value: string
  /** Code and name, as shown after selection. */
  text: string
  row: Row
}

const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Code and name of a row: the last part of its key is what documents refer to. */
export function masterOption(
  definition: Pick<AnyMaster, 'key' | 'display'>,
  row: Row,
): MasterOption {
  const value = wordsOf(row[definition.key.at(-1) ?? ''])
  const words = wordsOf(row[definition.display])
  return { value, text: words === '' || words === value ? value : `${value} ${words}`, row }
}

/** Rows whose code, pinyin, name, specification or drawing number matches the text. */
export function useMasterSearch(
  name: MasterName,
  text: string,
  narrow: Narrow,
  isEnabled: boolean,
): { options: MasterOption[]; isFetching: boolean; error: unknown } {
  const definition = indexedMaster(name)
  const { data, isFetching, error } = useQuery({
    queryKey: ['master-search', name, text, narrow],
    queryFn: ({ signal }) =>
      api.post<Row[]>(`/api/masters/${name}/search`, { text, size: 30, narrow }, { signal }),
    enabled: isEnabled && definition !== undefined,
    placeholderData: keepPreviousData,
  })
  const options =
    definition === undefined ? [] : (data ?? []).map((row) => masterOption(definition, row))
  return { options, isFetching, error }
}
