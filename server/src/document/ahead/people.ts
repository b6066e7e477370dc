import type { StepPeople } from '@kufang/contract/document/api.ts'
import { holdsAny, performersOf } from '@kufang/contract/document/decide.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { hasStorageLocation, isOfSupplier } from '../../platform/session/scope-sql.ts'
import { isWithinPlace } from '../../platform/session/within-place.ts'
import type { Actor } from '../service/service.ts'
import type { ChainDocument } from '../storage/chain.ts'

/** A step on a document for which permitted people are searched. */
export interface WantedPeople {
  document: ChainDocument
  roles: readonly string[]
  functionCode?: string | undefined
  /** Acts whose users may not perform the step. */
  notBy?: readonly string[] | undefined
  /** It is done where the goods arrive. */
  isAtReceiver?: true | undefined
}

const namesMax = 5

/**
 * The people who may perform each step, by role, scope and four eyes; administrators only if they hold the role. One
 * statement.
 */
export async function peopleOf(
  queryable: Queryable,
  wanted: readonly WantedPeople[],
): Promise<StepPeople[]> {
  if (wanted.length === 0) return []
  const steps = wanted.map(({ document, roles, functionCode, notBy, isAtReceiver }, at) => ({
    at,
    roles,
    function_code: functionCode ?? '',
    barred: performersOf(notBy ?? [], document.acts),
    company_code: document.companyCode,
    plant: (isAtReceiver && document.receivedAt?.plant) || document.plant,
    storage_location:
      (isAtReceiver && document.receivedAt?.storageLocation) || document.storageLocation,
    supplier_no: document.supplierNo,
  }))
  const found = await queryable.query<{ at: number; names: string[] }>(
    `select s.at, array_agg(u.user_name order by u.user_name) as names
     from jsonb_to_recordset($1::jsonb) as s (at int, roles text[], function_code text, barred uuid[],
       company_code text, plant text, storage_location text, supplier_no text)
     join app_user u on u.status = 'active' and not u.is_technical and u.id <> all(s.barred)
       and exists (select from user_role r where r.user_id = u.id and r.role_code = any(s.roles))
       and (s.function_code = '' or exists (select from user_function f where f.user_id = u.id and f.function_code = s.function_code))
       and exists (select from user_plant p where p.user_id = u.id and p.valid_to is null
         and p.company_code = s.company_code and (p.plant = '' or s.plant = '' or p.plant = s.plant))
       and (s.storage_location = '' or ${hasStorageLocation('s.company_code', 's.plant', 's.storage_location')})
       and ${isOfSupplier('s.supplier_no')}
     group by s.at`,
    [JSON.stringify(steps)],
  )
  const names = new Map(found.map((row) => [row.at, row.names]))
  return wanted.map((_step, at) => {
    const people = names.get(at) ?? []
    return { people: people.slice(0, namesMax), peopleCount: people.length }
  })
}

/**
 * Whether the current user may perform a step that only roles and four eyes decide; of goods that arrive elsewhere also where
 * it is done.
 */
export function isMine(actor: Actor, step: WantedPeople): boolean {
  const { session, functionCodes } = actor
  const { document, functionCode, notBy, roles, isAtReceiver } = step
  const { receivedAt } = document
  const isHere =
    receivedAt === undefined || isWithinPlace(session.scope, isAtReceiver ? receivedAt : document)
  return (
    isHere &&
    holdsAny(session, roles) &&
    (functionCode === undefined || session.isAdmin || functionCodes.has(functionCode)) &&
    !performersOf(notBy ?? [], document.acts).includes(session.userId)
  )
}
