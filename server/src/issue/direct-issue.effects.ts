import { erpStatesInBooks } from '@kufang/contract/document/declare/erp-state.ts'
import { directIssue } from '@kufang/contract/issue/direct-issue.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects, reviewEffects } from '../document/act/shared-effects.ts'
import { chargeOf } from '../document/books/account-assignment.ts'
import { directKey, provideDirectIssue, type IssueOfDirectReceipts } from '../receiving/public.ts'
import { stockKey } from '../ledger/public.ts'

// The issue side of a direct delivery (spec domain.md 1.3): out of the virtual bin, into which its receipt has just brought the
// goods, to what they are charged to.

/** Takes the goods out of the virtual bin; project stock is charged to its own project. */
async function issue(context: ContextOf<typeof directIssue, 'issue'>): Promise<void> {
  const { document, lines, sources, move, setHeader, setLine } = context
  const { companyCode, plant, storageLocation } = document
  const received = await sources()
  let signedBy: string | null = null
  for (const line of lines) {
    const { lineNo, materialNo, quantity, specialStock, specialStockReference } = line
    const receipt = entryOf(received, `${line.sourceId}/${line.sourceLine}`)
    signedBy = receipt.signedBy
    const batch = receipt.batch
    setLine(lineNo, { batch, amount: receipt.amount })
    const charged =
      specialStock === 'Q' ? { wbsElement: specialStockReference } : (document as object)
    await move({
      lineNo,
      from: directKey(companyCode, plant, storageLocation, { ...line, batch }),
      to: stockKey({ companyCode, place: 'consumption', plant, materialNo }),
      quantity,
      ...chargeOf({ ...charged }, {}),
      item: {
        glAccount: document.glAccount || undefined,
        recipient: document.pickingUnit || undefined,
        unloadingPoint: document.deliveryPlace || undefined,
      },
    })
  }
  setHeader({ signedBy })
}

const ofReceipts: IssueOfDirectReceipts = {
  make: (documents, { companyCode, id }, lines) =>
    documents.create('direct-issue', {
      companyCode,
      header: {},
      lines: lines.map(({ lineNo, quantity, pieces }) => ({
        source: { id, lineNo },
        quantity,
        ...(pieces === null ? {} : { serialNumbers: [...pieces] }),
      })),
    }),
  issue: (documents, { companyCode, id }) =>
    documents.act('direct-issue', companyCode, id, 'issue'),
  of: ({ successors }) => successors('direct-issue'),
  async reversePosting(documents, { companyCode, id }, options) {
    const { erpState } = await documents.loadHeader('direct-issue', companyCode, id)
    if (!erpStatesInBooks.includes(erpState)) return []
    return documents.reversePosting('direct-issue', companyCode, id, options)
  },
  takeBack: (documents, { companyCode, id }) =>
    documents.act('direct-issue', companyCode, id, 'takeBack'),
}

export const directIssueEffects = effectsFor(directIssue, {
  connects: () => provideDirectIssue(ofReceipts),
  actions: {
    ...reviewEffects(directIssue),
    ...postingEffects(directIssue),
    issue,
    resubmit: ({ setState }) => setState('issued'),
    async takeBack({ reverseMoves, releaseSources }) {
      reverseMoves()
      await releaseSources('all')
    },
  },
  batchable: ['review', 'refuse', 'post'],
})
