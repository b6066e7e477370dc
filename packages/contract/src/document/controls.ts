import type { ActionDeclaration } from './declare/action-declaration.ts'
import type { AnyDocument } from './declare/define-document.ts'
import type { Label } from './declare/label.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'
import { draftActs, forbiddenActs, rolesFor, rolesForDrafts } from './decide.ts'
import { makesDrafts } from './page-variants.ts'

/** A page on which an act is offered, and the role code that opens it. */
export interface ControlPage {
  path: string
  role: string
}

/** What limits one act on a document, and what it leaves behind: a row of the control matrix (`npm run controls`). */
export interface Control {
  /** `create`, `edit`, or the name of an action. */
  act: string
  label: Label
  /** Performed by the system only, as a consequence of an act on another document. */
  isSystem: boolean
  roles: readonly string[]
  pages: readonly ControlPage[]
  functionCode: string | null
  /** Acts whose performers may not perform this one (four eyes). */
  notBy: readonly string[]
  /** Acts that check this one: whoever performed it may not perform them. */
  checkedBy: readonly string[]
  /** What must be entered: reason and other required fields, and the header field that keeps each. */
  required: readonly { field: string; keptAs: string | null }[]
  /** Moves goods or reaches the ERP. */
  isPreviewed: boolean
  /** Requests a posting, or its reversal, in the ERP. */
  posting: 'post' | 'reverse' | null
}

/** The controls of a document type, derived from its declaration: drafts first, then its actions in their order. */
export function controlsOf(definition: AnyDocument): Control[] {
  const drafts = (['create', 'edit'] as const).filter(
    (purpose) =>
      rolesForDrafts(definition, purpose).length > 0 &&
      (purpose === 'create' || definition.editable.length > 0),
  )
  return [
    ...drafts.map((purpose) => ofDraft(definition, purpose)),
    ...Object.entries(definition.actions).map(([act, declared]) =>
      ofAction(definition, act, declared),
    ),
  ]
}

function ofDraft(definition: AnyDocument, act: 'create' | 'edit'): Control {
  const pages = pagesWhere(
    definition,
    (page) => makesDrafts(page) || (act === 'edit' && (page.edits ?? page.kind === 'maintain')),
  )
  return {
    act,
    label: draftActs[act]!,
    isSystem: false,
    roles: rolesForDrafts(definition, act),
    pages,
    functionCode: null,
    notBy: [],
    checkedBy: checksOf(definition, act),
    required: [],
    isPreviewed: false,
    posting: null,
  }
}

function ofAction(
  definition: AnyDocument,
  act: string,
  declared: ActionDeclaration<string>,
): Control {
  const inputs = Object.entries({ ...declared.input, ...declared.lineInput })
  return {
    act,
    label: declared.label,
    isSystem: declared.isSystem === true,
    roles: rolesFor(definition, act),
    pages: pagesWhere(
      definition,
      (page) => page.actions?.includes(act) === true || page.actionAfterCreate === act,
    ),
    functionCode: declared.functionCode ?? null,
    notBy: forbiddenActs(declared.notBy ?? []),
    checkedBy: checksOf(definition, act),
    required: inputs.flatMap(([field, { required, keptAs }]) =>
      required === true ? [{ field, keptAs: keptAs ?? null }] : [],
    ),
    isPreviewed: declared.isPreviewed === true,
    posting: definition.posts === true && (act === 'post' || act === 'reverse') ? act : null,
  }
}

function pagesWhere(
  definition: AnyDocument,
  isWanted: (page: AnyDocument['pages'][string]) => boolean,
): ControlPage[] {
  return Object.entries(definition.pages).flatMap(([path, page]) =>
    isWanted(page) ? [{ path, role: cataloguePage(path).role }] : [],
  )
}

/** Actions barred to whoever performed this act. */
function checksOf(definition: AnyDocument, act: string): string[] {
  return Object.entries(definition.actions).flatMap(([name, { notBy }]) =>
    forbiddenActs(notBy ?? []).includes(act) ? [name] : [],
  )
}
