import { addAll } from '@kufang/kernel/add-all.ts'
import { createHash } from 'node:crypto'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import type { DerivedProof } from '../../ledger/public.ts'
import type { Database, Queryable, Row } from '../../platform/database/database.ts'
import { completeHistory } from './record-history.ts'
import { differenceSql } from './standing-history.ts'

const all: readonly AnyDocument[] = Object.values(documents)

/** The types that write histories of items. */
export const typesWithHistory = (): AnyDocument[] =>
  all.filter(({ history }) => history !== undefined)

const companiesOf = async (queryable: Queryable, companyCode?: string): Promise<string[]> =>
  companyCode === undefined
    ? (
        await queryable.query<{ companyCode: string }>(
          'select company_code from company order by 1',
        )
      ).map((row) => row.companyCode)
    : [companyCode]

const ofCompany = { standing: 'l.company_code = $1', recorded: 'r.company_code = $1' } as const

/**
 * What histories of items lack of what the lines of the documents say, or have beyond it; nothing if they hold. One statement
 * for each type and company.
 */
async function historyDifferences(
  queryable: Queryable,
  companyCode: string | undefined,
  rowsMax: number,
): Promise<Row[]> {
  const found: Row[] = []
  for (const company of await companiesOf(queryable, companyCode))
    for (const definition of typesWithHistory()) {
      const rows = await queryable.query(
        `select '${definition.name}' as document_type, d.* from (${differenceSql(definition, ofCompany)}) d
         limit ${rowsMax}`,
        [company],
      )
      addAll(found, rows)
    }
  return found.slice(0, rowsMax)
}

/** The histories of items are what the lines of the documents say; for `registerProof`. */
export const historyProof: DerivedProof = {
  name: 'histories-equal-lines',
  read: historyDifferences,
}

/** Completes the histories of all companies, of these types. */
export async function completeHistories(
  database: Database,
  types: readonly AnyDocument[] = typesWithHistory(),
): Promise<void> {
  for (const company of await companiesOf(database))
    for (const definition of types)
      await database.transaction((tx) => completeHistory(tx, company, definition))
}

/** What the rows of a type are derived by. */
const digestOf = (definition: AnyDocument): string =>
  createHash('sha256').update(differenceSql(definition, ofCompany)).digest('hex')

/**
 * Completes the histories of types whose declaration is not the one by which their rows were derived: when a type gets a history
 * and has documents already, or its declaration changes. Run before the server answers.
 * @returns the names of these types
 */
export async function followDeclarations(database: Database): Promise<string[]> {
  const known = await database.query<{ documentType: string; digest: string }>(
    'select document_type, digest from item_history_source',
  )
  const digests = new Map(known.map(({ documentType, digest }) => [documentType, digest]))
  const changed = typesWithHistory().filter(
    (definition) => digests.get(definition.name) !== digestOf(definition),
  )
  for (const definition of changed) {
    await completeHistories(database, [definition])
    await database.query(
      `insert into item_history_source (document_type, digest) values ($1, $2)
       on conflict (document_type) do update set digest = excluded.digest, derived_at = excluded.derived_at`,
      [definition.name, digestOf(definition)],
    )
  }
  return changed.map(({ name }) => name)
}
