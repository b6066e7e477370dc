import { definitionOf } from '@kufang/contract/registry.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../../platform/database/case.ts'
import { documentTable } from './table.ts'

/** What a row of a history keeps of its item: by whose rights it is read, and what it is looked for by. */
export const keptOfItem = ['docNo', 'plant', 'storageLocation', 'materialGroup', 'materialNo']

/**
 * As SQL: fields of the lines that rows with the alias are about, whose items are of one of these types.
 * @param company as SQL: a statement about one of them names the parameter, so that Citus reads one machine
 */
export function itemSql(
  types: readonly string[],
  alias: string,
  fields: readonly string[],
  company = `${alias}.company_code`,
): string {
  return types
    .map((type) => {
      const { header, line, lineColumns } = documentTable(definitionOf(type))
      const columns = fields.map((name) => `${fieldOf(lineColumns, name).sql} as ${toSnake(name)}`)
      return `select ${columns.join(', ')}
        from ${header} h join ${line} l on l.company_code = h.company_code and l.document_id = h.id
        where ${alias}.item_type = '${type}' and h.company_code = ${company} and h.id = ${alias}.item_id
          and l.line_no = ${alias}.item_line`
    })
    .join('\n      union all ')
}
