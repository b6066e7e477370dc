import { amountRolesOfPages } from '../../../packages/contract/src/document/catalogue/amount-pages.ts'
import type { AnyDocument } from '../../../packages/contract/src/document/declare/define-document.ts'
import type { Fields } from '../../../packages/contract/src/document/declare/field.ts'
import { documents } from '../../../packages/contract/src/registry.ts'
import { toSnake } from '../../../server/src/platform/database/case.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import {
  holdsPage,
  inCompany,
  inMaterialGroup,
  inPickingUnit,
  inPlant,
  inStorageLocation,
  isSupplier,
  type Account,
  type Row,
} from './account.ts'

/** A document as stored, with its lines. */
export interface Stored {
  header: Row
  lines: readonly Row[]
}

/** Everything that is stored, by type and id. */
export type Universe = ReadonlyMap<string, ReadonlyMap<string, Stored>>

/** All documents of a type, by id. */
export async function readDocuments(
  database: Database,
  { name }: AnyDocument,
): Promise<Map<string, Stored>> {
  const table = toSnake(name)
  const headers = await database.query<Row>(`select * from ${table}`)
  const lines = await database.query<Row>(`select * from ${table}_line`)
  const linesOf = Map.groupBy(lines, (line) => String(line['documentId']))
  return new Map(
    headers.map((header) => {
      const id = String(header['id'])
      return [id, { header, lines: linesOf.get(id) ?? [] }]
    }),
  )
}

/** Types whose lines come from documents of this type: creating them requires reading it. */
const successorsOf = ({ name }: AnyDocument): AnyDocument[] =>
  Object.values<AnyDocument>(documents).filter(({ source, sources = {} }) =>
    [source, ...Object.values(sources)].some((one) => one?.document === name),
  )

/** Whether people create documents of the type; other types follow from an act on their source. */
const isMadeByPeople = ({ pages }: AnyDocument): boolean =>
  Object.values(pages).some(({ kind, creates }) => kind === 'create' || creates === true)

/**
 * Whether the account holds a page of a successor. What a supplier only reads, such as the list of what was rejected of his
 * goods, opens nothing that it came from.
 */
const readsSuccessor = (account: Account, definition: AnyDocument): boolean =>
  successorsOf(definition).some(
    (one) =>
      (!isSupplier(account) || isMadeByPeople(one)) && holdsPage(account, Object.keys(one.pages)),
  )

/** Whether the account may read documents of the type at all. */
export const mayReadType = (account: Account, definition: AnyDocument): boolean =>
  holdsPage(account, Object.keys(definition.pages)) || readsSuccessor(account, definition)

/** The lines of a document that the account sees; null if it does not see the document. */
export function seenLines(
  account: Account,
  definition: AnyDocument,
  { header, lines }: Stored,
): readonly Row[] | null {
  if (!mayReadType(account, definition)) return null
  const companyCode = String(header['companyCode'])
  if (!inCompany(account, companyCode)) return null
  if (isSupplier(account) && !account.isAdmin) {
    // Types that name no supplier are not for suppliers.
    if (!('supplierNo' in definition.header) || header['supplierNo'] !== account.supplierNo)
      return null
  }
  if (
    'pickingUnit' in definition.header &&
    !inPickingUnit(account, companyCode, header['pickingUnit'])
  )
    return null
  if (!isOfHeldPage(account, definition, header)) return null
  const inPlace = (row: Row) =>
    inPlant(account, companyCode, row['plant']) &&
    inStorageLocation(account, {
      companyCode,
      plant: row['plant'],
      storageLocation: row['storageLocation'],
    })
  const hasPlacesOnLines = 'plant' in definition.lines
  if (!hasPlacesOnLines && !inPlace(header)) return null
  const hasGoods = definition.goods !== false
  const seen = lines.filter(
    (line) =>
      (!hasPlacesOnLines || inPlace(line)) &&
      (!hasGoods || inMaterialGroup(account, line['materialGroup'])),
  )
  const isLimited = seen.length < lines.length
  return isLimited && seen.length === 0 ? null : seen
}

/** Pages with `where` open only documents with these values, unless a page without it, or of a successor, is held. */
function isOfHeldPage(account: Account, definition: AnyDocument, header: Row): boolean {
  if (account.isAdmin || readsSuccessor(account, definition)) return true
  return Object.entries(definition.pages).some(
    ([path, { where = {} }]) =>
      holdsPage(account, [path]) &&
      Object.entries(where).every(([field, value]) => header[field] === value),
  )
}

/** Names of amounts in these fields. */
export const amountsOf = (...fields: readonly (Fields | undefined)[]): string[] =>
  fields.flatMap((declared) =>
    Object.entries(declared ?? {}).flatMap(([name, { isAmount }]) =>
      isAmount === true ? [name] : [],
    ),
  )

/** Whether the account sees the amounts of what has these pages. */
export function seesAmounts(account: Account, paths: readonly string[]): boolean {
  return account.isAdmin || amountRolesOfPages(paths).some((role) => account.roles.has(role))
}

/** The fields of a document type that the account never sees. */
export function hiddenAmounts(account: Account, definition: AnyDocument): ReadonlySet<string> {
  if (seesAmounts(account, Object.keys(definition.pages))) return new Set()
  const inputs = Object.values(definition.actions).flatMap(({ input, lineInput }) => [
    input,
    lineInput,
  ])
  return new Set(amountsOf(definition.header, definition.lines, ...inputs))
}

/** What follows from the quantity of a line, and is hidden with it. */
const ofQuantity = ['openQuantity', 'freeQuantity', 'progress', 'entryQuantity']

/** Line fields that this document still hides from everybody. */
export function fieldsHiddenNow({ hiddenUntil }: AnyDocument, header: Row): ReadonlySet<string> {
  if (hiddenUntil === undefined || hiddenUntil.states.includes(String(header['state'])))
    return new Set()
  const { where = {}, lines } = hiddenUntil
  if (Object.entries(where).some(([field, value]) => header[field] !== value)) return new Set()
  return new Set([...lines, ...(lines.includes('quantity') ? ofQuantity : [])])
}
