import { state } from './define-document.ts'
import { label } from './label.ts'

const byLeader = { to: null, approval: { escalatesTo: 'approveReversalDirector' } } as const
const approve = {
  label: label('主任同意冲销', 'Approve reversal as director'),
  from: ['reversalToDirector'],
  isPreviewed: true,
} as const
const refuse = {
  label: label('主任驳回冲销', 'Refuse reversal as director'),
  from: ['reversalToDirector'],
} as const

/** An action with some of its parts replaced. */
type Over<Action, Parts> = Omit<Action, keyof Parts> & Parts

interface Decision {
  notBy: readonly string[]
}

/** The state in which the reversal waits for the director, to be spread. */
export const directorReversalStates = {
  reversalToDirector: state(label('冲销待主任审批', 'Reversal awaiting the director'), 'waiting'),
}

interface Approvers<By extends string> {
  /** Function code of the director. */
  director: string
  /** That of the shift leader, if it is not that of the page. */
  leader?: string
  /** Further acts whose persons do not approve as director. */
  notBy?: readonly By[]
}

interface ReversalByDirector<Approve extends Decision, Refuse extends Decision, By extends string> {
  approveReversal: Over<Approve, typeof byLeader & { functionCode?: string }>
  refuseReversal: Over<Refuse, { functionCode?: string }>
  approveReversalDirector: Over<
    Approve,
    typeof approve & {
      functionCode: string
      notBy: readonly (Approve['notBy'][number] | 'approveReversal' | By)[]
    }
  >
  refuseReversalDirector: Over<
    Refuse,
    typeof refuse & {
      functionCode: string
      notBy: readonly (Refuse['notBy'][number] | 'approveReversal')[]
    }
  >
}

/**
 * What the director has approved is taken back with his approval too (domain.md 1.4): after the shift leader he approves or
 * refuses it. The route of the document, which a refusal keeps, is that of its reversal. To be spread after the actions of
 * `postingLifecycle` or `reversalApproval`, beside `directorReversalStates`.
 */
export function reversalByDirector<
  Approve extends Decision,
  Refuse extends Decision,
  const By extends string = never,
>(
  { approveReversal, refuseReversal }: { approveReversal: Approve; refuseReversal: Refuse },
  { director, leader, notBy = [] }: Approvers<By>,
): ReversalByDirector<Approve, Refuse, By> {
  const ofLeader = leader === undefined ? {} : { functionCode: leader }
  // The spread of a generic action is the compiler's `Action & Parts`, in which what is replaced has no value.
  return {
    approveReversal: { ...approveReversal, ...byLeader, ...ofLeader },
    refuseReversal: { ...refuseReversal, ...ofLeader },
    approveReversalDirector: {
      ...approveReversal,
      ...approve,
      functionCode: director,
      notBy: [...approveReversal.notBy, 'approveReversal', ...notBy],
    },
    refuseReversalDirector: {
      ...refuseReversal,
      ...refuse,
      functionCode: director,
      notBy: [...refuseReversal.notBy, 'approveReversal'],
    },
  } as unknown as ReversalByDirector<Approve, Refuse, By>
}
