import { rolesFor } from '@kufang/contract/document/decide.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { refuse, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'

// Who may perform an act, for fields that name such a person (`mayPerform`): what is given to somebody who cannot do it stays
// undone.

type MayPerform = NonNullable<Field['mayPerform']>

/** Where it is done; '' is anywhere. */
interface Place {
  companyCode: string
  plant: string
}

/** An act as a request names it. */
export const performanceOf = (text: string): MayPerform => {
  const [document = '', action = ''] = text.split('.')
  return { document, action }
}

function declaredAct({ document, action }: MayPerform) {
  const definition = documentDefinition(document)
  const declared = definition?.actions[action]
  if (definition === undefined || declared === undefined)
    throw refuse('column-unknown', { column: `${document}.${action}` }, { field: 'mayPerform' })
  return { definition, declared, roles: rolesFor(definition, action) }
}

/**
 * The condition that a row with the id of a user is one of those who may perform the act there, by role, function and data
 * scope; programs may not.
 * @param id SQL of the id
 */
export function performerSql(
  id: string,
  performance: MayPerform,
  { companyCode, plant }: Place,
  bind: (value: unknown) => string,
): string {
  const { declared, roles } = declaredAct(performance)
  const parts = [
    `exists (select from app_user u where u.id = ${id} and u.status = 'active' and not u.is_technical)`,
    `exists (select from user_role r where r.user_id = ${id} and r.role_code = any(${bind(roles)}::text[]))`,
  ]
  if (declared.functionCode !== undefined)
    parts.push(
      `exists (select from user_function f where f.user_id = ${id} and f.function_code = ${bind(declared.functionCode)}::text)`,
    )
  if (companyCode !== '')
    parts.push(
      `exists (select from user_plant p where p.user_id = ${id} and p.valid_to is null and p.company_code = ${bind(companyCode)}::text
        and (p.plant = '' or ${bind(plant)}::text in ('', p.plant)))`,
    )
  return parts.join(' and ')
}

/** Why this account may not be named: it is not in use, or its person may not perform the act there; null if he may. */
export async function performerProblem(
  queryable: Queryable,
  account: string,
  performance: MayPerform,
  place: Place,
): Promise<RefusalDetail | null> {
  const values: unknown[] = [account]
  const condition = performerSql('m.id', performance, place, (value) => `$${values.push(value)}`)
  const [found] = await queryable.query<{ may: boolean }>(
    `select (${condition}) as may from app_user m where m.account = lower($1) and m.status = 'active'`,
    values,
  )
  if (found?.may === true) return null
  if (found === undefined) return { code: 'account-unknown', params: { account } }
  const { definition, declared } = declaredAct(performance)
  return {
    code: 'user-may-not-act',
    params: {
      account,
      plant: place.plant || place.companyCode,
      document: definition.label.zh,
      documentEn: definition.label.en,
      action: declared.label.zh,
      actionEn: declared.label.en,
    },
  }
}
