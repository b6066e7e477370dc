import type { Fields } from './field.ts'
import type { Label } from './label.ts'

/** The value of a relation that means all; see `mayBeAll`. */
export const allValues = '*'

/**
 * What a user may see, as rows that relate the user to values of masters. Rows are ended, never deleted. List, dialog,
 * calls, role, checks against the masters and against the granting person's own scope follow from the declaration.
 */
export interface RelationDefinition<F extends Fields = Fields> {
  /** Name in `/api/system/relations/{name}`; the table is `user_{name}`. */
  name: string
  label: Label
  /** What the user is related to; a reference must exist in its master. Empty optional fields mean any. */
  fields: F
  /** Fields that may be `allValues`: everything of the fields before it. */
  mayBeAll?: readonly (keyof F & string)[]
  /** The page whose role may maintain it. */
  path: string
  /** False if that page is another one, which maintains it beside its own rows. */
  isOwnPage: boolean
}

/** Any relation. */
export interface AnyRelation extends Omit<RelationDefinition, 'fields' | 'mayBeAll'> {
  fields: Fields
  mayBeAll?: readonly string[]
}

/** Declares a relation of users. */
export function defineRelation<const F extends Fields>(
  declaration: Omit<RelationDefinition<F>, 'isOwnPage'> & { isOwnPage?: false },
): RelationDefinition<F> {
  return { isOwnPage: true, ...declaration }
}
