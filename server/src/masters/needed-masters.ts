import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import type { Fields, MasterName } from '@kufang/contract/document/declare/field.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import { documentDefinition, registry } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { holdsRole } from '../platform/http/access.ts'
import type { Session } from '../platform/session/session.ts'
import { granters } from './granters.ts'
import { fieldsOfDocument } from './offered-columns.ts'
import { rolesForMaster } from './master-table.ts'

/** The structure of the company and units of measurement, which every page shows. */
const everywhere: ReadonlySet<MasterName> = new Set([
  'company',
  'plant',
  'storage-location',
  'unit',
])

const mastersIn = (...fields: readonly Fields[]): MasterName[] =>
  fields.flatMap((some) =>
    Object.values(some).flatMap(({ master, offers }) =>
      [master, offers?.master].filter((name) => name !== undefined),
    ),
  )

/** Those of its fields, of its predecessors, from which its lines are proposed, and of the stock it is made from. */
function mastersOfDocument(definition: AnyDocument): MasterName[] {
  const { source, sources, stockLines } = definition
  const from = [source, ...Object.values(sources ?? {})].flatMap(
    (one) => (one && documentDefinition(one.document)) ?? [],
  )
  const stock =
    stockLines && Object.values(registry.queries).find(({ name }) => name === stockLines.query)
  return mastersIn(...[definition, ...from].flatMap(fieldsOfDocument), stock?.fields ?? {})
}

/** The roles of pages that refer to masters, and the masters. */
function* pagesWithMasters(): Generator<{ roles: readonly string[]; masters: MasterName[] }> {
  for (const definition of Object.values<AnyDocument>(registry.documents))
    yield { roles: rolesForReading(definition), masters: mastersOfDocument(definition) }
  for (const definition of Object.values<AnyMaster>(registry.masters))
    yield {
      roles: rolesForMaster(definition, 'read'),
      masters: [definition.name, ...mastersIn(definition.fields)],
    }
  for (const { pages, readers = [], fields } of Object.values(registry.queries))
    yield {
      roles: [...Object.keys(pages), ...readers].map((path) => cataloguePage(path).role),
      masters: mastersIn(fields),
    }
  for (const { path, fields } of Object.values<AnyRelation>(userRelations))
    yield { roles: [cataloguePage(path).role], masters: mastersIn(fields) }
}

let known: ReadonlyMap<MasterName, readonly string[]> | undefined

/** The roles of the pages that refer to each master. */
function rolesByMaster(): ReadonlyMap<MasterName, readonly string[]> {
  if (known !== undefined) return known
  const found = new Map<MasterName, Set<string>>()
  for (const { roles, masters } of pagesWithMasters())
    for (const master of masters) {
      const own = found.get(master) ?? new Set()
      for (const role of roles) own.add(role)
      found.set(master, own)
    }
  known = new Map([...found].map(([master, roles]) => [master, [...roles]]))
  return known
}

/**
 * Refuses (`master-not-needed`) the search of a master to which no page of the person refers: what a form does not ask for,
 * its person does not look up. Who grants data scopes names rows of any master.
 */
export function requireMaster(session: Session, { name, label }: AnyMaster): void {
  if (everywhere.has(name)) return
  if (holdsRole(session, ...granters, ...(rolesByMaster().get(name) ?? []))) return
  throw refuse('master-not-needed', { master: label.zh, masterEn: label.en })
}
