import { cataloguePage, pageCatalogue } from './document/catalogue/page-catalogue.ts'
import { controlsOf } from './document/controls.ts'
import type { AnyDocument } from './document/declare/define-document.ts'
import type { AnyRelation } from './document/declare/define-relation.ts'
import { hasEnteredAmount } from './document/visible.ts'
import { legacyImportPath } from './legacy-documents/legacy-document.ts'
import { userRelations } from './identity/user-relations.ts'
import { alarmQuery } from './logs/alarm-query.ts'
import { registry } from './registry.ts'
import { adminRole } from '@kufang/kernel/permission.ts'

/** The roles and function codes whose granting needs a second person by default. */
export interface SensitiveRights {
  roles: ReadonlySet<string>
  functionCodes: ReadonlySet<string>
}

let known: SensitiveRights | undefined

/**
 * The sensitive rights, from the declarations: those that check, post, reverse or enter amounts, and those that
 * administer users, rules and interfaces (issue 9, security 2). A new document or page needs no entry here.
 */
export function sensitiveRights(): SensitiveRights {
  known ??= findSensitive(Object.values<AnyDocument>(registry.documents))
  return known
}

/** The sensitive rights of these documents and of the pages that administer the product. */
export function findSensitive(definitions: readonly AnyDocument[]): SensitiveRights {
  const roles = new Set<string>([adminRole, ...administeringPages().map(roleOf)])
  const functionCodes = new Set<string>()
  for (const definition of definitions)
    for (const control of controlsOf(definition)) {
      if (!isSensitive(definition, control)) continue
      // With a function code, the code permits the act and the role only opens its page.
      if (control.functionCode === null) for (const { role } of control.pages) roles.add(role)
      else functionCodes.add(control.functionCode)
    }
  return { roles, functionCodes }
}

const roleOf = (path: string): string => cataloguePage(path).role

/** Pages of the group 系统管理, those that give the data scope, those on which failed postings are settled, and imports. */
function administeringPages(): string[] {
  return [
    ...pageCatalogue.filter(({ group }) => group === '/system').map(({ path }) => path),
    ...Object.values<AnyRelation>(userRelations).map(({ path }) => path),
    ...(alarmQuery.readers ?? []),
    legacyImportPath,
  ]
}

/** Checks others (four eyes), posts, takes goods or a posting back, or enters an amount. */
function isSensitive(
  { header, lines, actions }: AnyDocument,
  { act, notBy, posting }: ReturnType<typeof controlsOf>[number],
): boolean {
  const action = actions[act]
  if (action === undefined) return hasEnteredAmount(header) || hasEnteredAmount(lines)
  return (
    notBy.length > 0 ||
    posting !== null ||
    (action.isUndo === true && action.isPreviewed === true) ||
    hasEnteredAmount(action.input) ||
    hasEnteredAmount(action.lineInput)
  )
}
