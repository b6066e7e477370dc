import type { Label } from '../document/declare/label.ts'
import type { RuleChange } from '../document/rule-change.ts'

/** What a person gains with an act on rights, as shown and compared: role codes, rows of the data scope, fields. */
export type RightsValues = Readonly<Record<string, readonly string[]>>

/** A change of rights that waits for another person (GET /api/system/rights/changes). */
export interface RightsChange extends RuleChange {
  /** What is changed: `user-roles`, `user-plant`, `shared-roles`. */
  rule: string
  ruleZh: string
  ruleEn: string
  /** The data scope within which the account would have it. */
  scope: Label
  /** Names of those who may approve it; if empty, the requester may carry it out alone, with an alarm. */
  approvers: readonly string[]
}
