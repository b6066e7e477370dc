import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import { masters } from '@kufang/contract/masters/masters.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { DocumentTable } from '../storage/table.ts'
import { textOf } from '../text-of.ts'

/**
 * Checks that what reference fields name exists and is active: one statement per master that the
 * document refers to, whatever the number of lines. Only fields a person sets are checked; what was
 * copied from a predecessor was checked there.
 */
export async function checkReferences(
  queryable: Queryable,
  table: DocumentTable,
  header: Record<string, unknown>,
  lines: readonly (Record<string, unknown> & { lineNo: number })[],
): Promise<RefusalDetail[]> {
  const wanted = new Map<string, { field: string; line?: number; value: string; key: string[] }[]>()
  const collect = (fields: Fields, row: Record<string, unknown>, line?: number) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = row[name]
      if (!isChecked(field) || typeof value !== 'string' || value === '') continue
      const master = masterOf(field.master!)
      if (!master) continue
      const key = master.key.slice(0, -1).map((part) => textOf(row[part] ?? header[part]))
      const list = wanted.get(master.name) ?? []
      list.push({ field: name, value, key, ...(line === undefined ? {} : { line }) })
      wanted.set(master.name, list)
    }
  }
  collect(table.headerFields, header)
  for (const line of lines) collect(table.lineFields, line, line.lineNo)

  const problems: RefusalDetail[] = []
  const asked = [...wanted].map(async ([name, references]) => {
    const master = masterOf(name)!
    const columns = master.key.map(toSnake)
    const rows = await queryable.query<{ k: string[] }>(
      `select array[${columns.join(', ')}] as k from ${toSnake(name)}
       where is_active and (${columns.join(', ')}) in (select ${columns.map((_column, index) => `u.c${index}`).join(', ')}
         from unnest(${columns.map((_column, index) => `$${index + 1}::text[]`).join(', ')}) as u(${columns.map((_column, index) => `c${index}`).join(', ')}))`,
      columns.map((_column, index) =>
        references.map((reference) => [...reference.key, reference.value][index]!),
      ),
    )
    return { master, references, known: new Set(rows.map((row) => row.k.join('\u001f'))) }
  })
  for (const { master, references, known } of await Promise.all(asked)) {
    for (const reference of references) {
      if (known.has([...reference.key, reference.value].join('\u001f'))) continue
      problems.push({
        code: 'master-unknown',
        params: { master: master.label.zh, masterEn: master.label.en, value: reference.value },
        field: reference.field,
        ...(reference.line === undefined ? {} : { line: reference.line }),
      })
    }
  }
  return problems
}

function masterOf(name: string): AnyMaster | undefined {
  return (masters as Record<string, AnyMaster>)[name]
}

/** Materials are read with their facts elsewhere; users are no master table of the company. */
function isChecked(field: Field): boolean {
  return (
    field.kind === 'reference' &&
    (field.by ?? 'user') === 'user' &&
    field.master !== 'material' &&
    field.master !== 'user'
  )
}
