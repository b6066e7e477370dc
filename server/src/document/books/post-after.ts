import { addAll } from '@kufang/kernel/add-all.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import {
  erpStatesInBooks,
  erpStatesToPost,
  type ErpState,
} from '@kufang/contract/document/declare/erp-state.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { PostingReference } from '../../erp/posting-model.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { DocumentPort } from '../effects/effects.ts'
import type { PostOptions } from '../effects/posting-options.ts'
import { lockHeaderInCompany } from '../storage/store.ts'
import { documentTable } from '../storage/table.ts'
import {
  documentAfter,
  documentsAfter,
  isAnyAfter,
  linesNeededByOthers,
  typesAfter,
  type PostingAfter,
} from './documents-after.ts'
import { livePostings } from './live-postings.ts'
import { postingsToReverse } from './posting-parts.ts'

// Some documents reach the ERP after lines of another one and never before them (`postsAfter`): receipts of an arrival and
// what disposes of its rejected goods, which persons post, and what an inspection found missing or destroyed, which goes along
// with its lines. When the posting of one that a person posted is reversed, that of its lines is reversed with it, except
// what others need, after that of what went along with them.

/** Parts of the context of an effect. */
interface Posting {
  tx: Transaction
  documents: Pick<DocumentPort, 'post' | 'reversePosting'>
}

interface OwnPosting extends Posting {
  document: { companyCode: string; id: string }
}

type ChosenDate = Pick<PostOptions, 'postingDate'>

/** Whether a posting of the document is still to be requested. */
const isToRequest = (erpState: ErpState): boolean =>
  erpState === 'reversed' || (erpState !== 'posting' && erpStatesToPost.includes(erpState))

/** Line numbers by document, of lines `id/line`, in order. */
function byDocument(lines: readonly string[]): [string, number[]][] {
  const groups = Map.groupBy(new Set(lines), (line) => firstOf(line.split('/')))
  return [...groups]
    .map(([id, own]): [string, number[]] => [
      id,
      own.map((line) => Number(line.split('/')[1])).toSorted((one, other) => one - other),
    ])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** @throws Error if the type is not declared to be posted after another one */
function declared(definition: AnyDocument): PostingAfter {
  if (definition.postsAfter === undefined) throw new Error(`${definition.name} posts after nothing`)
  return definition as PostingAfter
}

/** Posts these lines as far as they are not, then the document. */
async function postBehind(
  { tx, documents }: Posting,
  { name, postsAfter: { item } }: PostingAfter,
  { companyCode, id }: { companyCode: string; id: string },
  lines: readonly string[],
  options: ChosenDate,
): Promise<PostingReference[]> {
  const table = documentTable(definitionOf(item.document))
  for (const [beforeId, lineNos] of byDocument(lines)) {
    const { erpState } = await lockHeaderInCompany(tx, table, companyCode, beforeId)
    if (isToRequest(erpState))
      await documents.post(item.document, companyCode, beforeId, { ...options, lines: lineNos })
  }
  return documents.post(name, companyCode, id, {
    dependsOn: livePostings(tx, companyCode, item.document, lines),
    ...options,
  })
}

/**
 * Posts a document with `postsAfter` and, before it, its lines of the other document as far as they are not posted. What a
 * person posts takes along what waits for these lines.
 */
export async function postAfterItems(
  posting: OwnPosting,
  definition: AnyDocument,
  options: ChosenDate,
): Promise<void> {
  const type = declared(definition)
  const { companyCode } = posting.document
  const { lines } = await documentAfter(posting.tx, type, posting.document)
  const posted = postBehind(posting, type, posting.document, lines, options)
  const { document: item } = type.postsAfter.item
  if (type.postsAfter.by === 'person')
    await postAlong(posting, item, companyCode, lines, { posted, ...options })
  else await posted
}

/**
 * Posts a document that goes along with its lines if these are posted, or nothing of them is left that others would post, and
 * then what else waited for the last of them. Otherwise it goes along later.
 */
export async function postOnceRecorded(
  posting: OwnPosting,
  definition: AnyDocument,
): Promise<void> {
  const type = declared(definition)
  const { companyCode } = posting.document
  const { lines, isNow } = await documentAfter(posting.tx, type, posting.document)
  if (!isNow) return
  await postBehind(posting, type, posting.document, lines, {})
  await postAlong(posting, type.postsAfter.item.document, companyCode, lines, {})
}

/**
 * Posts what goes along with these lines (`id/line`) of documents of a type that were requested, unless they wait for the
 * request of other lines.
 * @param options `posted`: the requests for the postings of these lines, which are awaited; `isAny`: whether anything goes
 * along with them, where it is asked already
 */
export async function postAlong(
  posting: Posting,
  item: string,
  companyCode: string,
  lines: readonly string[],
  {
    posted,
    isAny: asked = isAnyAfter(posting.tx, item, companyCode, lines),
    ...options
  }: ChosenDate & { posted?: Promise<unknown>; isAny?: Promise<boolean> },
): Promise<void> {
  // Most lines have nothing that goes along, which is asked together with the statements of the posting.
  const [isAny] = await Promise.all([asked, posted])
  if (!isAny) return
  for (const type of typesAfter(item, 'system'))
    await postDue(posting, type, companyCode, lines, options)
}

/**
 * Posts what goes along with these lines (`id/line`) that were requested and precedes what persons post after them (`first`).
 */
export async function postFirst(
  posting: Posting,
  item: string,
  companyCode: string,
  lines: readonly string[],
  options: ChosenDate,
): Promise<void> {
  for (const type of typesAfter(item, 'system').filter((one) => one.postsAfter.first !== undefined))
    await postDue(posting, type, companyCode, lines, options)
}

async function postDue(
  posting: Posting,
  type: PostingAfter,
  companyCode: string,
  lines: readonly string[],
  options: ChosenDate,
): Promise<void> {
  for (const one of await documentsAfter(posting.tx, type, companyCode, lines))
    if (isToRequest(one.erpState) && one.isDue)
      await postBehind(posting, type, { companyCode, id: one.id }, one.lines, options)
}

/**
 * Reverses the postings of a document with `postsAfter`, then those of its lines of the other document that no other posted
 * document needs, with what went along with these.
 */
export async function reverseWithItems(
  posting: OwnPosting,
  definition: AnyDocument,
  options: ChosenDate,
): Promise<void> {
  const type = declared(definition)
  const { tx, documents, document } = posting
  const { companyCode } = document
  const item = type.postsAfter.item.document
  const table = documentTable(definitionOf(item))
  const own = await documents.reversePosting(type.name, companyCode, document.id, options)
  const { lines } = await documentAfter(tx, type, document)
  for (const [id, unneeded] of byDocument(lines)) {
    await lockHeaderInCompany(tx, table, companyCode, id)
    const needed = await linesNeededByOthers(tx, item, { companyCode, id }, document.id)
    const part = await postingsToReverse(tx, item, { companyCode, id }, { unneeded, needed })
    if (part.postingIds.length === 0) continue
    const reversed = part.lineNos.map((lineNo) => `${id}/${lineNo}`)
    const along = await reverseAlong(posting, item, companyCode, reversed, own, options)
    await documents.reversePosting(item, companyCode, id, {
      dependsOn: [...own, ...along],
      part,
      ...options,
    })
  }
}

/**
 * Reverses the postings of what went along with these lines, whose own posting is reversed next: the ERP would lack their
 * goods.
 */
async function reverseAlong(
  { tx, documents }: Posting,
  item: string,
  companyCode: string,
  lines: readonly string[],
  dependsOn: readonly PostingReference[],
  options: ChosenDate,
): Promise<PostingReference[]> {
  const reversed: PostingReference[] = []
  for (const type of typesAfter(item, 'system'))
    for (const { id, erpState } of await documentsAfter(tx, type, companyCode, lines))
      if (erpState === 'posting' || erpStatesInBooks.includes(erpState))
        addAll(
          reversed,
          await documents.reversePosting(type.name, companyCode, id, {
            dependsOn,
            ...options,
          }),
        )
  return reversed
}
