import { textOf } from '@kufang/kernel/text-of.ts'
import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import { CodeLoader } from '../api/code-loader.ts'
import type { Row } from './field-column.ts'
import { api } from '../api/client.ts'
import { indexedMaster } from '../declarations.ts'

const freshMs = 10 * 60_000

const loader = new CodeLoader<MasterName, Row>(
  async (name, codes) =>
    api.post<Row[]>(`/api/masters/${name}/search`, { codes, size: 200 }, { isQuiet: true }),
  (name, row) => textOf(row[indexedMaster(name)?.key.at(-1) ?? '']),
)

const queryOf = (name: MasterName, code: string) => ({
  queryKey: ['master-rows', name, code],
  queryFn: () => loader.load(name, code),
  staleTime: freshMs,
})

/**
 * The name of a code, found among the master rows with that code. A storage location code may exist in several plants:
 * the record determines which; '' if the remaining rows have different names.
 */
export function wordsAmong(
  definition: Pick<AnyMaster, 'key' | 'display'>,
  rows: readonly Row[],
  record: Row,
): string {
  const parents = definition.key.slice(0, -1)
  const fitting = rows.filter((row) =>
    parents.every((name) => record[name] == null || record[name] === row[name]),
  )
  const words = new Set(fitting.map((row) => textOf(row[definition.display])))
  const [only] = words
  return words.size === 1 && only !== undefined ? only : ''
}

/** The names of codes of one master; '' for unknown codes. Cached, with many codes per call. */
export async function fetchWords(
  client: QueryClient,
  name: MasterName,
  records: readonly { code: string; record: Row }[],
): Promise<string[]> {
  const definition = indexedMaster(name)
  if (definition === undefined) return records.map(() => '')
  return Promise.all(
    records.map(async ({ code, record }) =>
      wordsAmong(definition, await client.fetchQuery(queryOf(name, code)), record),
    ),
  )
}

/** The name of a code; '' while loading, if there is none, or without a code. */
export function useMasterWords(
  name: MasterName | undefined,
  code: string | null,
  record: Row = noRecord,
): string {
  const definition = name === undefined ? undefined : indexedMaster(name)
  const { data } = useQuery({
    ...queryOf(name ?? 'company', code ?? ''),
    enabled: definition !== undefined && code !== null && code !== '',
  })
  return definition === undefined || data === undefined ? '' : wordsAmong(definition, data, record)
}

const noRecord: Row = {}
