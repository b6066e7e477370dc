import { allValues } from '@kufang/contract/document/declare/define-relation.ts'
import type { ContentType } from '@kufang/contract/messages/message-event.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Queryable } from '../platform/database/database.ts'
import { hasStorageLocation, isOfSupplier } from '../platform/session/scope-sql.ts'
import type { StoredTodo } from './todos.ts'

/** The data of a person needed for messages. */
export interface Receiver {
  userId: string
  userName: string
  email: string
  language: 'zh' | 'en'
}

/** The recipients of a notice. */
export interface Addressees {
  contentType: ContentType
  /** '' for everybody, by administrators only. */
  companyCode: string
  department: string
  userIds: readonly string[]
  /** Includes suppliers and other external users, who are excluded by default. */
  includesExternal: boolean
}

const person = `u.id as user_id, u.user_name, u.email, u.language`
const worksFor = (company: string, further: string) =>
  `exists (select from user_plant p where p.user_id = u.id and p.valid_to is null and p.company_code = ${company}${further})`

/**
 * All current recipients of a notice; users added later do not get it. Named individuals must belong to the company
 * (any if ''), whatever their type.
 */
export async function readReceivers(
  queryable: Queryable,
  { contentType, companyCode, department, userIds, includesExternal }: Addressees,
): Promise<Receiver[]> {
  const isInside = `($1 = '' or ${worksFor('$1', '')} or u.account = 'admin' or exists (select from user_role r where r.user_id = u.id and r.role_code = 'admin'))`
  const conditions: Record<ContentType, [condition: string, value: unknown]> = {
    user: [`u.id = any($2::uuid[]) and ${isInside}`, userIds],
    dept: [
      `${worksFor('$1', ' and p.department = $2')} and ($3 or u.user_type = 'EMP')`,
      department,
    ],
    company: [`${isInside} and ($2 or u.user_type = 'EMP')`, includesExternal],
  }
  const [condition, value] = conditions[contentType]
  return queryable.query<Receiver>(
    `select ${person} from app_user u where u.status = 'active' and not u.is_technical and ${condition} order by u.id`,
    contentType === 'dept' ? [companyCode, value, includesExternal] : [companyCode, value],
  )
}

/** Holders of a role in a company; administrators, who hold all roles, are notified only if there is nobody else. */
export async function readRoleHolders(
  queryable: Queryable,
  companyCode: string,
  role: string,
): Promise<Receiver[]> {
  const holders = await queryable.query<Receiver>(
    `select ${person} from app_user u where u.status = 'active' and not u.is_technical and ${worksFor('$1', '')}
       and exists (select from user_role r where r.user_id = u.id and r.role_code = $2) order by u.id`,
    [companyCode, role],
  )
  if (holders.length > 0) return holders
  return queryable.query<Receiver>(
    `select ${person} from app_user u where u.status = 'active' and not u.is_technical and (u.account = 'admin' or exists
       (select from user_role r where r.user_id = u.id and r.role_code = 'admin')) order by u.id`,
  )
}

/** What says whose work something is. */
type WorkOfRole = Pick<
  StoredTodo,
  | 'createdBy'
  | 'roleCode'
  | 'companyCode'
  | 'plant'
  | 'storageLocation'
  | 'supplierNo'
  | 'pickingUnit'
  | 'barredUsers'
  | 'documentType'
  | 'action'
>

/** The people of a to-do by role and scope, without its creator; the same rule as the list of to-dos. */
export async function readTodoReceivers(
  queryable: Queryable,
  todo: WorkOfRole,
): Promise<Receiver[]> {
  return queryable.query<Receiver>(
    `select ${person} from app_user u
     where u.status = 'active' and not u.is_technical and u.id <> $1
       and exists (select from user_role r where r.user_id = u.id and r.role_code = $2)
       and ${worksFor('$3', ` and (p.plant = '' or $4 = '' or p.plant = $4)`)}
       and ($5 = '' or ${hasStorageLocation('$3', '$4', '$5')})
       and ${isOfSupplier('$6')}
       and ($7 = '' or exists (select from user_picking_unit k where k.user_id = u.id and k.valid_to is null
         and k.company_code = $3 and k.picking_unit in ('${allValues}', $7)))
       and u.id <> all ($8::uuid[])
       and ($9 = '' or exists (select from user_function f where f.user_id = u.id and f.function_code = $9))
     order by u.id`,
    [
      todo.createdBy,
      todo.roleCode,
      todo.companyCode,
      todo.plant,
      todo.storageLocation,
      todo.supplierNo,
      todo.pickingUnit,
      todo.barredUsers,
      documentDefinition(todo.documentType)?.actions[todo.action]?.functionCode ?? '',
    ],
  )
}
