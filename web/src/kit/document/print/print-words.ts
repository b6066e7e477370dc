import type { QueryClient } from '@tanstack/react-query'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import { api } from '../../api/client.ts'
import type { Row } from '../../fields/field-column.ts'
import { indexedMaster } from '../../declarations.ts'
import { masterOption } from '../../fields/master-search.ts'
import { headerFields } from '../document-fields.ts'

/** The name of a code, cached; '' if it is outside the user's scope. */
async function wordsOf(
  client: QueryClient,
  name: MasterName,
  code: string,
  header: Row,
): Promise<string> {
  const definition = indexedMaster(name)
  if (definition === undefined) return ''
  // Storage location 1001 exists in several plants.
  const narrow = Object.fromEntries(
    ['companyCode', 'plant'].flatMap((place) => {
      const value = header[place]
      return definition.key.includes(place) && typeof value === 'string' ? [[place, value]] : []
    }),
  )
  const rows = await client.fetchQuery({
    queryKey: ['master-word', name, code, narrow],
    queryFn: ({ signal }) =>
      api.post<Row[]>(
        `/api/masters/${name}/search`,
        { text: '', codes: [code], narrow, size: 5 },
        { signal },
      ),
    staleTime: 10 * 60_000,
  })
  const found = rows.find((row) => masterOption(definition, row).value === code)
  const words = found?.[definition.display]
  return typeof words === 'string' && words !== code ? words : ''
}

/** The header with the names of all its references as `<field>Text`, because paper has no tooltips. */
export async function headerWithWords<Header extends Row>(
  client: QueryClient,
  definition: AnyDocument,
  header: Header,
): Promise<Header> {
  const found = await Promise.all(
    Object.entries(headerFields(definition)).map(async ([name, field]) => {
      const code = header[name]
      if (field.master === undefined || typeof code !== 'string' || code === '') return []
      try {
        return [[`${name}Text`, await wordsOf(client, field.master, code, header)]]
      } catch (thrown) {
        // Print with the codes if the names cannot be read.
        console.error(thrown)
        return []
      }
    }),
  )
  return { ...header, ...Object.fromEntries(found.flat()) }
}
