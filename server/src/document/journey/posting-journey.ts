import type { Job } from './jobs.ts'
import { erpAnswers, type JourneyAct, type Step } from './journey.ts'

type PostingAct =
  | 'post'
  | 'requestReversal'
  | 'approveReversal'
  | 'refuseReversal'
  | 'reverse'
  | 'reversePhysical'

/**
 * The part of a journey that a document with `postingLifecycle` shares with every other one, to be spread: `acts` (the poster
 * posts it and requests its reversal, the shift leader approves that), the ways to the states of reversal (`reaches`), the
 * ways to posted and to reversed in the ERP (`milestones`), and `books`.
 */
export function postingJourney<const Act extends string>({
  moved,
  posted = [...moved, 'post', erpAnswers],
  requestedWhen = 'moved',
  reason = '重复办理',
  refusal = '冲销理由不充分',
  physical,
}: {
  /** The acts that move the goods, and after which it may be posted. */
  moved: readonly Act[]
  /** The steps until the ERP has posted it, if they are not `moved`, posting and the answer. */
  posted?: readonly Step<NoInfer<Act> | PostingAct>[]
  /** Whether the ways to the states of reversal lead over the posting; its reversal may be requested without it, too. */
  requestedWhen?: 'moved' | 'posted'
  /** Why it is reversed. */
  reason?: string
  /** Why it is not. */
  refusal?: string
  /** Who takes the goods back; with the reason where one is asked for. */
  physical: { by: Job; reason?: string }
}) {
  const approved = ['requestReversal', 'approveReversal'] as const
  const reversed = [...approved, 'reverse', erpAnswers] as const
  const isPosted = requestedWhen === 'posted'
  const requested = isPosted ? posted : moved
  const acts: Record<PostingAct, JourneyAct> = {
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: refusal } },
    reverse: { by: 'poster' },
    reversePhysical: {
      by: physical.by,
      goods: 'undoes',
      ...(physical.reason === undefined ? {} : { input: { reason: physical.reason } }),
    },
  }
  type Way = readonly Step<Act | PostingAct>[]
  const reaches: Record<'reversalRequested' | 'reversalApproved' | 'reversed', Way> = {
    reversalRequested: [...requested, 'requestReversal'],
    reversalApproved: [...requested, ...approved],
    reversed: [...requested, ...(isPosted ? reversed : approved), 'reversePhysical'],
  }
  const milestones: Record<'posted' | 'reversedInErp', Way> = {
    posted,
    reversedInErp: [...posted, ...reversed],
  }
  const books: {
    moved: readonly Act[]
    post: 'post'
    reversal: readonly PostingAct[]
  } = { moved, post: 'post', reversal: [...approved, 'reverse'] }
  return { acts, reaches, milestones, books }
}
