import type { HistoryItem } from './history.ts'

/**
 * A document about goods that the ERP knows by another document, whose lines are posted first: a return of rejected goods by
 * the lines of their arrival. That document is posted by others (`isPostedByOthers`), by the lines they need.
 */
export interface PostsAfterDeclaration<Column extends string = string> {
  /** The lines that are posted first: an item of its history, from which its own lines are made, directly or through others. */
  item: HistoryItem
  /**
   * Who asks for its posting. `person`: his request posts the lines it needs, and its reversal takes back those that no other
   * document needs. `system`: it goes along with its lines once no other request would post one of them, and is reversed
   * before they are.
   */
  by: 'person' | 'system'
  /**
   * Of the system: with a line with these values it goes along with the first of its lines that is posted, and before what
   * persons ask for.
   */
  first?: Readonly<Partial<Record<Column, string | boolean>>>
}
