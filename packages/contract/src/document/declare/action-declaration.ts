import type { ErpState } from './erp-state.ts'
import type { Fields } from './field.ts'
import type { Label } from './label.ts'

/** An action on a document. Its roles are those of the pages that list it. */
export interface ActionDeclaration<State extends string, LineColumn extends string = string> {
  label: Label
  from: readonly State[]
  /** The state after it; null if the effect sets it or it does not change. */
  to: State | null
  /** The required ERP states; any if absent. */
  erpFrom?: readonly ErpState[]
  /** Input fields of the dialog. */
  input?: Fields
  /** Fields per line beside the goods; only lines with input are acted on. One named as a line's field starts with it. */
  lineInput?: Fields
  /** What an input of `lineInput` begins with: a field of the line. */
  lineDefaults?: Readonly<Record<string, LineColumn>>
  /** What a quantity of `lineInput` may not exceed: a quantity of the line. */
  lineLimits?: Readonly<Record<string, LineColumn>>
  /** A flag of the line: the dialog offers only lines that have it, if any has, such as those to be counted again. */
  linesWith?: LineColumn
  /** A flag of the line: the dialog leaves lines out that have it, unless all have it: the act is not for them. */
  linesWithout?: LineColumn
  /** Four eyes: refused to who performed one of these acts. `create` includes all editors: they wrote what is approved. */
  notBy?: readonly string[]
  /** Why one person may move goods with it who has made the document himself, and who checks it afterwards. */
  aloneBecause?: Label
  /** Moves stock or posts to the ERP; the browser shows a preview to confirm. */
  isPreviewed?: boolean
  isDangerous?: boolean
  /**
   * It takes a signature of who is named by the input or header field `signer`, and pictures (`evidence.ts`). With
   * `beforePaper` the goods leave before anybody has approved it, so that the signature is their only paper.
   */
  handsOver?: { signer: string; beforePaper?: true }
  /** Possible, but nobody's task: it makes no to-do, and is no next step. */
  isOptional?: boolean
  /** In a document with `receivedAt`: done where the goods arrive, by people within that place; others where they left. */
  isAtReceiver?: true
  /** Undoes a document, or requests or approves that. */
  isUndo?: boolean
  /** A function code (FUN) required in addition to the page's role. */
  functionCode?: string
  /**
   * The decision of a second person, for which others wait: reminded of and escalated when it is overdue, whatever the
   * document is due by; to those who decide after this one, otherwise (null) to administrators.
   */
  approval?: { escalatesTo: string | null }
  /** Never performed by persons: effects of other documents call it (`documents.act`). It is listed on no page. */
  isSystem?: boolean
}
