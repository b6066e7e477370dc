import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'

/**
 * The primary action among those possible now: the first of the page's own actions, otherwise the first of the document;
 * never a dangerous one. Undefined if there is none.
 *
 * @param possible actions that can be executed now, in the declared order
 * @param preferred actions of the page from which the document was opened
 */
export function primaryAction(
  definition: AnyDocument,
  possible: readonly string[],
  preferred: readonly string[] = [],
): string | undefined {
  const harmless = possible.filter((name) => definition.actions[name]?.isDangerous !== true)
  return preferred.find((name) => harmless.includes(name)) ?? harmless[0]
}

/** The order of the buttons in the bar at the bottom of a list, document or dialog: the primary action is rightmost. */
export function primaryLast(
  names: readonly string[],
  primary: string | undefined,
): readonly string[] {
  return primary === undefined ? names : [...names.filter((name) => name !== primary), primary]
}
