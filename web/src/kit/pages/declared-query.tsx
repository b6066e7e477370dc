import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { registry } from '@kufang/contract/registry.ts'
import type { AnyQuery } from '@kufang/contract/document/define-list.ts'
import { fieldColumn } from '../fields/field-column.ts'
import type { Row } from '../fields/field-column.ts'
import { useLanguage } from '../text/language.ts'
import { RecordList } from './record-list.tsx'

const noStates = (): undefined => undefined

/** The list of a declared query; its columns and filters are all in the declaration. */
export function DeclaredQuery({ name, path }: { name: string; path: string }): ReactNode {
  const { label } = useLanguage()
  const query = Object.values<AnyQuery>(registry.queries).find((known) => known.name === name)
  const columns = useMemo(() => {
    const page = query?.pages[path]
    const shown = page?.columns ?? Object.keys(query?.fields ?? {})
    const all = [...new Set([...shown, ...Object.keys(query?.fields ?? {})])]
    return all.flatMap((field) => {
      const declared = query?.fields[field]
      if (declared === undefined) return []
      const unitField = query?.fields['unit'] === undefined ? undefined : 'unit'
      return [
        {
          ...fieldColumn(field, declared, { unitField }),
          ...(!shown.includes(field) && { isHidden: true }),
        },
      ]
    })
  }, [query, path])
  if (query === undefined) return null
  const rowId = (row: Row): string => query.key.map((field) => String(row[field])).join(' ')
  return (
    <RecordList
      pageKey={`${path} ${name}`}
      ariaLabel={label(query.label)}
      fields={query.fields}
      columns={columns}
      quickFilters={query.pages[path]?.filters ?? Object.keys(query.fields).slice(0, 5)}
      statesOf={noStates}
      listPath={`/api/queries/${name}/list`}
      exportPath={`/api/queries/${name}/export`}
      entity={name}
      defaultSort={[query.sort]}
      rowId={rowId}
    />
  )
}
