import type { QueryClient } from '@tanstack/react-query'
import type { Fields, MasterName } from '@kufang/contract/document/field.ts'
import { api } from '../api/client.ts'
import type { Row } from './field-column.ts'
import { masterDefinition, masterOption } from './master-search.ts'

/** References shown with their words in lists: codes alone say nothing there, and there are few of them. */
const spoken: ReadonlySet<MasterName> = new Set(['supplier', 'picking-unit', 'requester', 'user'])

/** Code to words of a master, kept for a while. */
async function wordsOf(
  client: QueryClient,
  name: MasterName,
): Promise<ReadonlyMap<string, string>> {
  const definition = masterDefinition(name)
  if (definition === undefined) return new Map()
  const rows = await client.fetchQuery({
    queryKey: ['master-words', name],
    queryFn: ({ signal }) =>
      api.post<Row[]>(`/api/masters/${name}/search`, { text: '', size: 200 }, { signal }),
    staleTime: 10 * 60_000,
  })
  return new Map(
    rows.map((row) => {
      const words = row[definition.display]
      return [masterOption(definition, row).value, typeof words === 'string' ? words : '']
    }),
  )
}

/** The rows with the words of their references beside the codes, as `<field>Text`. */
export async function withWords(
  client: QueryClient,
  fields: Fields,
  rows: readonly Row[],
): Promise<Row[]> {
  const wanted = Object.entries(fields).flatMap(([name, field]) => {
    const { master } = field
    const isMissing = rows.some(
      (row) => typeof row[name] === 'string' && row[`${name}Text`] === undefined,
    )
    return master !== undefined && spoken.has(master) && isMissing ? [{ name, master }] : []
  })
  if (wanted.length === 0) return [...rows]
  const found = await Promise.all(
    wanted.map(async ({ name, master }) => {
      try {
        return { name, words: await wordsOf(client, master) }
      } catch (thrown) {
        // The codes are still right without their words; the list must not fail for them.
        console.error(thrown)
        return { name, words: new Map<string, string>() }
      }
    }),
  )
  return rows.map((row) => {
    const spokenRow = { ...row }
    for (const { name, words } of found) {
      const text = words.get(String(row[name]))
      if (text !== undefined) spokenRow[`${name}Text`] = text
    }
    return spokenRow
  })
}
