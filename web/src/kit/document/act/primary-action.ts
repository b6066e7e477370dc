import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'

/**
 * The primary action among those possible now: the first of the page's own actions, otherwise the first of the document
 * that undoes nothing;
 * never a dangerous one, and one that is possible but nobody's task (`isOptional`) only if its page names it first.
 * Undefined if there is none.
 *
 * @param possible actions that can be executed now, in the declared order
 * @param preferred actions of the page of the list, or from which the document was opened, as declared
 */
export function primaryAction(
  definition: AnyDocument,
  possible: readonly string[],
  preferred: readonly string[] = [],
): string | undefined {
  const usual = possible.filter((name) => {
    const { isDangerous, isOptional } = definition.actions[name] ?? {}
    return isDangerous !== true && (isOptional !== true || name === preferred[0])
  })
  return (
    preferred.find((name) => usual.includes(name)) ??
    usual.find((name) => definition.actions[name]?.isUndo !== true) ??
    usual[0]
  )
}

/** The order of the buttons in the bar at the bottom of a list, document or dialog: the primary action is rightmost. */
export function primaryLast(
  names: readonly string[],
  primary: string | undefined,
): readonly string[] {
  return primary === undefined ? names : [...names.filter((name) => name !== primary), primary]
}
