import { holdsAny, rolesForDrafts } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Fields, MasterName } from '@kufang/contract/document/declare/field.ts'
import { registry } from '@kufang/contract/registry.ts'
import type { Session } from '../platform/session/session.ts'
import { rolesForMaster } from './master-table.ts'

/** Columns that screens take from a found row besides those that forms take: `web/src/<area>`. */
const screenColumns: Partial<Record<MasterName, readonly string[]>> = {
  // The board of distributions shows how full a vehicle is, and what it may carry.
  vehicle: ['loadCapacityKg', 'hazardClasses'],
}

/** All fields of a document: of its header, its lines and what is entered with its acts. */
export const fieldsOfDocument = ({ header, lines, actions }: AnyDocument): Fields[] => [
  header,
  lines,
  ...Object.values(actions).flatMap(({ input, lineInput }) => [input ?? {}, lineInput ?? {}]),
]

let known: ReadonlySet<string> | undefined

/** Names of all fields of documents: a form takes over a column of a found row by its name. */
function namesInDocuments(): ReadonlySet<string> {
  known ??= new Set(
    Object.values<AnyDocument>(registry.documents)
      // Nobody enters documents of the ERP.
      .filter(({ isMirror }) => isMirror !== true)
      .flatMap(fieldsOfDocument)
      .flatMap((fields) => Object.keys(fields))
      // A document's remark is its own.
      .filter((name) => name !== 'remark'),
  )
  return known
}

/** The unit is `baseUnit` in a master and `unit` in a line. */
const nameInDocument = (column: string): string =>
  column.startsWith('base') ? column.charAt(4).toLowerCase() + column.slice(5) : column

/** Columns whose values a text field of a form offers, for persons who make documents of that type. */
function offeredTexts(master: MasterName, session: Session): string[] {
  return Object.values<AnyDocument>(registry.documents).flatMap((definition) => {
    const offers = fieldsOfDocument(definition).flatMap((fields) =>
      Object.values(fields).flatMap((field) =>
        field.offers?.master === master ? [field.offers.field, ...(field.offers.within ?? [])] : [],
      ),
    )
    if (offers.length === 0) return []
    return holdsAny(session, rolesForDrafts(definition, 'create')) ? offers : []
  })
}

/**
 * The columns of a master that its search gives to this person, who needs no page of the master: key, display and what is
 * searched, references and codes by which forms narrow the choice, and what forms take over. Personal data and everything
 * else is for those who have a page of the master, and for a supplier of his own rows. Null means all columns.
 */
export function offeredColumns(
  definition: AnyMaster,
  session: Session,
): ReadonlySet<string> | null {
  if (holdsAny(session, rolesForMaster(definition, 'read'))) return null
  const { fields, key, display, search, name } = definition
  const names = namesInDocuments()
  const always = new Set([...key, display, `${display}En`, ...(screenColumns[name] ?? [])])
  const wanted = Object.entries(fields).filter(
    ([column, field]) =>
      always.has(column) ||
      (field.isPersonal !== true &&
        field.by !== 'server' &&
        (search.includes(column) ||
          field.kind === 'reference' ||
          names.has(column) ||
          names.has(nameInDocument(column)))),
  )
  return new Set([...wanted.map(([column]) => column), ...offeredTexts(name, session)])
}
