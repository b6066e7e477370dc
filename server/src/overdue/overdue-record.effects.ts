import type { HeaderOf } from '@kufang/contract/document/declare/define-document.ts'
import { overdueRecord, type ResponsibleParty } from '@kufang/contract/overdue/overdue-record.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { zeroMoney, type Money } from '@kufang/kernel/money.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { readParameter } from '../system/public.ts'

// An overdue record moves nothing: it keeps what supplier and buyer say, and what the order and the arrivals say of it.

type Header = HeaderOf<typeof overdueRecord>
type Facts = Pick<Header, 'closeCause' | 'arrivedOn' | 'explanation'>

/** Whether somebody has decided who is responsible, and the supplier has said nothing since. */
function isDecided({ responsibleParty, acts }: Pick<Header, 'responsibleParty' | 'acts'>): boolean {
  const [answered, decided] = [acts['answer'], acts['decide']]
  return responsibleParty !== null && !(answered && decided && answered.at > decided.at)
}

/** The state that follows from what is known. */
function stateOf({ closeCause, arrivedOn, explanation }: Facts, decided: boolean): Header['state'] {
  if (closeCause !== null) return 'closed'
  if (arrivedOn !== null) return 'arrived'
  if (decided) return 'decided'
  return explanation === null ? 'raised' : 'answered'
}

/** What the supplier owes: nothing where somebody else is responsible, unknown while nobody has decided. */
function penaltyOf(party: ResponsibleParty | null, byTerms: Money | null): Money | null {
  if (party === null) return null
  return party === 'supplier' ? byTerms : zeroMoney
}

type Acting = Pick<
  ContextOf<typeof overdueRecord, 'decide'>,
  'tx' | 'document' | 'today' | 'session' | 'refuse'
>

/** The last day for the next step. */
async function dayToAct({ tx, document, today }: Acting): Promise<LocalDate> {
  const { companyCode } = document
  return addDays(today, await readParameter(tx, 'overdue.answerDays', { companyCode }))
}

/** A supplier does not decide about himself, whatever roles his account was given. */
function refuseSupplier({ session, document, refuse }: Acting, action: Decision): void {
  if (session.scope.supplierNo === null) return
  const { zh, en } = overdueRecord.actions[action].label
  throw refuse('supplier-decides-not', { no: document.docNo, action: zh, actionEn: en })
}

type Decision = Exclude<keyof typeof overdueRecord.actions, 'answer' | 'follow' | 'breakPromise'>

async function requestExclusion(
  context: ContextOf<typeof overdueRecord, 'requestExclusion'>,
): Promise<void> {
  refuseSupplier(context, 'requestExclusion')
  context.setHeader({
    exclusionRequestedByName: context.session.userName,
    exclusionDecidedByName: null,
    exclusionDecidedOn: null,
    exclusionRefusal: null,
    actBy: await dayToAct(context),
  })
}

function approveExclusion(context: ContextOf<typeof overdueRecord, 'approveExclusion'>): void {
  refuseSupplier(context, 'approveExclusion')
  const { document, session, today } = context
  const isExcluded = document.exclusion === 'excluded'
  context.setHeader({
    isExcluded,
    excludedBecause: isExcluded ? document.exclusionReason : null,
    excludedByName: isExcluded ? session.userName : null,
    excludedOn: isExcluded ? today : null,
    exclusionDecidedByName: session.userName,
    exclusionDecidedOn: today,
  })
  context.setState(stateOf(document, isDecided(document)))
}

/** What was approved before stands, with its ground. */
function refuseExclusion(context: ContextOf<typeof overdueRecord, 'refuseExclusion'>): void {
  refuseSupplier(context, 'refuseExclusion')
  context.setHeader({
    exclusionDecidedByName: context.session.userName,
    exclusionDecidedOn: context.today,
  })
  context.setState(stateOf(context.document, isDecided(context.document)))
}

/** What arrived or ended is decided about afterwards, too, and stays what it is. */
function decideResponsibility(context: ContextOf<typeof overdueRecord, 'decide'>): void {
  const { document, input } = context
  refuseSupplier(context, 'decide')
  context.setHeader({ penalty: penaltyOf(input.responsibleParty, document.penaltyByTerms) })
  context.setState(stateOf(document, true))
}

async function follow(context: ContextOf<typeof overdueRecord, 'follow'>): Promise<void> {
  const { document, input, lineInput } = context
  for (const { lineNo, ...quantities } of lineInput) context.setLine(lineNo, quantities)
  context.setHeader({ penalty: penaltyOf(document.responsibleParty, input.penaltyByTerms) })
  // Who has to approve an exclusion still has to.
  if (document.state === 'exclusionRequested') return
  const ended = document.state === 'arrived' || document.state === 'closed'
  const { arrivedOn, closeCause } = input
  const after = stateOf({ ...document, arrivedOn, closeCause }, isDecided(document))
  const isOver = after === 'arrived' || after === 'closed'
  // An open record stays with whom it waits for; one that is open again goes where it was decided to.
  if (ended && !isOver) context.setHeader({ actBy: await dayToAct(context) })
  context.setState(isOver || ended ? after : document.state)
}

export const overdueRecordEffects = effectsFor(overdueRecord, {
  actions: {
    async answer(context) {
      context.setHeader({ actBy: await dayToAct(context) })
    },
    decide: decideResponsibility,
    async returnToSupplier(context) {
      refuseSupplier(context, 'returnToSupplier')
      context.setHeader({ actBy: await dayToAct(context) })
    },
    requestExclusion,
    approveExclusion,
    refuseExclusion,
    close(context) {
      refuseSupplier(context, 'close')
      context.setHeader({ closeCause: 'byBuyer' })
    },
    follow,
    async breakPromise(context) {
      context.setHeader({
        brokenPromises: (context.document.brokenPromises ?? 0) + 1,
        actBy: await dayToAct(context),
      })
    },
  },
})
