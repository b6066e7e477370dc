import type { QueryClient } from '@tanstack/react-query'
import type { Fields, MasterName } from '@kufang/contract/document/declare/field.ts'
import type { Row } from './field-column.ts'
import { fetchWords } from './master-words.ts'

/** References shown with their names in lists, because their codes are not meaningful. */
const spoken: ReadonlySet<MasterName> = new Set([
  'supplier',
  'picking-unit',
  'requester',
  'user',
  'vehicle',
  'driver',
  'material-class',
])

/** Adds the names of references to rows, as `<field>Text`. */
export async function withWords(
  client: QueryClient,
  fields: Fields,
  rows: readonly Row[],
): Promise<Row[]> {
  const spokenRows: Row[] = rows.map((row) => ({ ...row }))
  await Promise.all(
    Object.entries(fields).map(async ([name, { master, isNamed }]) => {
      if (master === undefined || (!spoken.has(master) && isNamed !== true)) return
      const textName = `${name}Text`
      const wanted = spokenRows.flatMap((row) => {
        const code = row[name]
        const isMissing = typeof code === 'string' && code !== '' && row[textName] === undefined
        return isMissing ? [{ code, record: row }] : []
      })
      try {
        const words = await fetchWords(client, master, wanted)
        for (const [index, { record }] of wanted.entries()) {
          const text = words[index]
          if (text !== undefined && text !== '') record[textName] = text
        }
      } catch (thrown) {
        // Show the list with codes if the names cannot be read.
        console.error(thrown)
      }
    }),
  )
  return spokenRows
}
