/** When the next step of a document is due, and who is informed if it is overdue. */
export interface DueDeclaration<
  DateField extends string,
  State extends string,
  Action extends string,
  LineField extends string = string,
> {
  /**
   * The header field with the due date, at whose end the step is due, or with the due time. Without a value the general
   * time limit applies.
   */
  by: DateField
  /**
   * States whose step is due on that date. For other states the general time limit applies, but not beyond that date.
   */
  states: readonly State[]
  /** States before these in which somebody decides: their worklists are in the order of that date too (`usualOrder`). */
  before?: readonly State[]
  /** An overdue step, except an approval, is escalated to those who may perform this action. */
  escalatesTo: Action
  /**
   * What is due is the paper of goods that have moved: overdue, it keeps the month of the goods from being closed
   * (`missing-papers.ts`). The quantity of a line that still waits.
   */
  holdsMonth?: { quantity: LineField }
}
