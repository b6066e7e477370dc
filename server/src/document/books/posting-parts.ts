import { addAll } from '@kufang/kernel/add-all.ts'
import { isPositive } from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { narrowPosting } from '../../erp/narrow-posting.ts'
import type { PostingReference, PostingState } from '../../erp/posting-model.ts'
import { inBooksSql, isBehindRefusedSql, isReversedSql } from '../../erp/posting-row.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { RecordedMove } from '../../ledger/public.ts'
import type { PostingPart } from '../effects/posting-options.ts'
import type { DocumentHeader, DocumentLine } from '../storage/document.ts'

// A document that others post, by the lines they need: the receipts of a truck post their lines of the arrival, so that a
// line the ERP refuses blocks only the receipt it belongs to. An ERP document that was asked for is not asked for again;
// of one that is certainly not in the ERP the wanted lines are taken out, and the others stay with its key.

/** How the wanted movements of a document are sent of which some were asked for before. */
export interface PostingParts {
  /** Postings with wanted movements that are on their way. */
  standing: PostingReference[]
  /** The movements to be sent. */
  moves: RecordedMove[]
  /** The step of the posting that is sent again, by movement; others get a new one. */
  stepOf: ReadonlyMap<string, number>
  /** The highest step of the document's postings. */
  lastStep: number
  /** Postings that lost movements to others. */
  narrowed: string[]
}

interface LivePosting {
  id: string
  step: number
  state: PostingState
  isOutcomeOpen: boolean
  isStuck: boolean
  moveIds: string[]
}

/** Compares the wanted movements with the postings of the document, and takes them out of those that failed. */
export async function partsOfPosting(
  tx: Transaction,
  type: string,
  { companyCode, id }: Pick<DocumentHeader, 'companyCode' | 'id'>,
  moves: readonly RecordedMove[],
): Promise<PostingParts> {
  const [live, [last]] = await Promise.all([
    tx.query<LivePosting>(
      `select p.id, p.step, p.state, p.is_outcome_open,
         p.state = 'pending' and ${isBehindRefusedSql('p')} as is_stuck,
         array(select i.move_id from erp_posting_item i
           where i.company_code = p.company_code and i.posting_id = p.id order by i.item_no) as move_ids
       from erp_posting p
       where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and p.direction = 'post'
         and p.state <> 'closed' and not ${isReversedSql('p')}
       order by p.sequence for update of p`,
      [companyCode, type, id],
    ),
    tx.query<{ step: number }>(
      `select coalesce(max(step), 0) as step from erp_posting
       where company_code = $1 and document_type = $2 and document_id = $3`,
      [companyCode, type, id],
    ),
  ])
  const wanted = new Map(moves.map((move) => [move.id, move]))
  const parts = { standing: [], moves: [], narrowed: [] } as Omit<
    PostingParts,
    'stepOf' | 'lastStep'
  >
  const stepOf = new Map<string, number>()
  for (const posting of live) {
    const own = posting.moveIds.filter((moveId) => wanted.has(moveId))
    if (own.length === 0) continue
    const isUnsent = ['rejected', 'dead'].includes(posting.state) || posting.isStuck
    if (!isUnsent || posting.isOutcomeOpen) {
      if (posting.state !== 'posted') parts.standing.push({ companyCode, postingId: posting.id })
    } else if (own.length === posting.moveIds.length) {
      for (const moveId of own) stepOf.set(moveId, posting.step)
      addAll(
        parts.moves,
        own.map((moveId) => entryOf(wanted, moveId)),
      )
    } else {
      await narrowPosting(tx, companyCode, posting.id, new Set(own))
      parts.narrowed.push(posting.id)
      addAll(
        parts.moves,
        own.map((moveId) => entryOf(wanted, moveId)),
      )
    }
    for (const moveId of own) wanted.delete(moveId)
  }
  // In the order of the movements, whoever asked for them before.
  const isSent = new Set([...parts.moves.map((move) => move.id), ...wanted.keys()])
  return {
    ...parts,
    moves: moves.filter((move) => isSent.has(move.id)),
    stepOf,
    lastStep: last!.step,
  }
}

/** The line states in which a line is posted with the lines that are asked for now. */
const goesAlong: readonly string[] = ['posting', 'posted']

/** The ERP state of a document of which these movements are requested now; of one posted at once it is `posting`. */
export function stateWhilePosting(
  header: Pick<DocumentHeader, 'erpState'>,
  lines: readonly DocumentLine[],
  all: readonly RecordedMove[],
  sent: readonly RecordedMove[],
): DocumentHeader['erpState'] {
  const asked = new Set(sent.map(({ lineNo }) => lineNo))
  const moved = new Set(
    all.filter(({ remaining }) => isPositive(remaining)).map(({ lineNo }) => lineNo),
  )
  const others = lines.filter(({ lineNo }) => moved.has(lineNo) && !asked.has(lineNo))
  return stateBeside(header, others, goesAlong, 'posting')
}

/** The ERP state of a document of which these lines are reversed now. */
export function stateWhileReversing(
  header: Pick<DocumentHeader, 'erpState'>,
  lines: readonly DocumentLine[],
  reversed: readonly number[],
): DocumentHeader['erpState'] {
  const others = lines.filter(
    ({ lineNo, lineErpState }) => !reversed.includes(lineNo) && lineErpState !== 'notNeeded',
  )
  return stateBeside(header, others, ['reversing', 'reversed'], 'reversing')
}

function stateBeside(
  header: Pick<DocumentHeader, 'erpState'>,
  others: readonly DocumentLine[],
  alike: readonly string[],
  whole: DocumentHeader['erpState'],
): DocumentHeader['erpState'] {
  if (others.every(({ lineErpState }) => alike.includes(lineErpState))) return whole
  return others.some(({ lineErpState }) => lineErpState === 'failed') ? header.erpState : 'byLine'
}

/**
 * The postings in the ERP's books that have an unneeded line and no needed one, and their lines: an ERP document is
 * reversed as a whole.
 */
export async function postingsToReverse(
  tx: Transaction,
  type: string,
  { companyCode, id }: Pick<DocumentHeader, 'companyCode' | 'id'>,
  { unneeded, needed }: { unneeded: readonly number[]; needed: readonly number[] },
): Promise<PostingPart> {
  const rows = await tx.query<{ id: string; lines: number[] }>(
    `select p.id, array_agg(distinct i.document_line) as lines from erp_posting p
     join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
     where p.company_code = $1 and p.document_type = $2 and p.document_id = $3 and ${inBooksSql('p')}
     group by p.id
     having array_agg(i.document_line) && $4::int[] and not array_agg(i.document_line) && $5::int[]`,
    [companyCode, type, id, unneeded, needed],
  )
  return {
    postingIds: rows.map((row) => row.id),
    lineNos: [...new Set(rows.flatMap(({ lines }) => lines))],
  }
}
