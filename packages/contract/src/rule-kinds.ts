import { adminRole } from '@kufang/kernel/permission.ts'
import { cataloguePage } from './document/catalogue/page-catalogue.ts'
import type { AnyMaster } from './document/declare/define-master.ts'
import type { AnyRelation } from './document/declare/define-relation.ts'
import { inSentence, label, type Label } from './document/declare/label.ts'
import { userRelations } from './identity/user-relations.ts'
import { masterDefinition, masters } from './masters/declarations.ts'
import { businessParameters } from './system/business-parameters.ts'
import type { AnyParameter } from './system/parameter-kinds.ts'

// What is changed by two persons: rules, controls and rights. A change waits under the name of its kind, which is also
// the document type of its to-do.

/** The kind of the changes of a master's rules: `master-excess-tolerance`. */
export const ruleOfMaster = (name: string): string => `master-${name}`

/** What a change of this kind is called; undefined if there is no such kind. */
export function labelOfRule(rule: string): Label | undefined {
  if (rule === 'movement-rule') return label('移动类型规则变更', 'Change of movement rule')
  if (rule === 'accounting-period')
    return label('会计期间开关', 'Opening or closing of a posting period')
  if (rule === 'business-parameter') return label('业务参数变更', 'Change of business parameter')
  if (/^(user|shared)-/.test(rule)) return label('权限变更', 'Change of rights')
  const master = rule.startsWith('master-') && masterDefinition(rule.slice('master-'.length))
  if (!master) return undefined
  return label(`${master.label.zh}变更`, `Change of ${inSentence(master.label).en}`)
}

/**
 * What a change is about, as people say it: a parameter by its label, with the place for which it is set. Undefined for what
 * is said as it is stored: the purpose of a movement rule, the key of a master's row, an account.
 */
export function nameOfRuleSubject(rule: string, subjectNo: string): Label | undefined {
  if (rule !== 'business-parameter') return undefined
  const [name = '', ...place] = subjectNo.split(' ')
  const parameter = (businessParameters as Readonly<Record<string, AnyParameter>>)[name]
  if (parameter === undefined) return undefined
  const { zh, en } = parameter.label
  return label([zh, ...place].join(' '), [en, ...place].join(' '))
}

/** The roles that approve such changes, administrators among them. */
export const rolesOfRules: readonly string[] = [
  ...new Set([
    adminRole,
    ...[
      '/system/sapApiDeployMessage',
      '/system/systemPageSetup',
      '/system/roleAssign',
      '/system/userManage',
      ...Object.values<AnyRelation>(userRelations).map(({ path }) => path),
      ...Object.values<AnyMaster>(masters).flatMap(approvalPages),
    ].map((path) => cataloguePage(path).role),
  ]),
]

/** The pages on which rows of a master are changed and its changes approved; none if it is no rule. */
export function approvalPages({ approval, pages }: AnyMaster): string[] {
  if (approval === undefined) return []
  return Object.entries(pages).flatMap(([path, { edits }]) => (edits === true ? [path] : []))
}
