import { state, type StateDeclaration } from './define-document.ts'
import { text } from './field.ts'
import { label, type Label } from './label.ts'
import { keptReason, reasonsOfRefusal, reasonsOfWithdrawal } from './reason.ts'

/** Who has entered or submitted a document does not decide about it. */
const makers = ['create', 'submit'] as const

type KeptReason<KeptAs extends string> = ReturnType<typeof keptReason<KeptAs>>

type SubmissionActions<
  Accept extends string,
  Accepted extends string,
  Holds extends boolean,
  KeptAs extends string,
  Withdrawn extends boolean,
> = {
  submit: { label: Label; from: readonly ('draft' | 'returned')[]; to: 'submitted' }
} & (Withdrawn extends true
  ? { withdraw: { label: Label; from: readonly 'submitted'[]; to: 'draft'; isUndo: true } }
  : {}) & {
    [A in Accept]: {
      label: Label
      from: readonly 'submitted'[]
      to: Accepted
      notBy: typeof makers
      approval: { escalatesTo: null }
      functionCode?: string
    } & (Holds extends true ? { isPreviewed: true } : {})
  } & {
    refuse: {
      label: Label
      from: readonly 'submitted'[]
      to: 'returned'
      notBy: readonly string[]
      functionCode?: string
      isDangerous: true
      input: KeptReason<KeptAs>
    }
  }

/** What may be said of a submission; everything has a default. */
interface Submission<Accept, Accepted, Holds, KeptAs, Withdrawn> {
  /** Label of `submit`; default 提交审批. */
  submit?: Label
  /** Label of the state `submitted`; default 待审批. */
  submitted?: Label
  /** true: what was submitted may be taken back to the draft, as a step of undoing. Default: false. */
  withdraw?: Withdrawn
  /** The decision of the second person; default: `approve` 批准 leads to `approved` 已批准. */
  accept?: {
    action?: Accept
    label?: Label
    state?: Accepted
    accepted?: Label
    /** false: it neither holds nor moves goods, so nothing is previewed. Default: true. */
    isPreviewed?: Holds
  }
  refuse?: {
    /** Default 退回. */
    label?: Label
    /** Label of the state `returned`; default 已退回. */
    returned?: Label
    /** Title of the reason, the usual reasons, and the header field that keeps it; default `decisionRemark`. */
    reason?: Label
    reasons?: readonly Label[]
    keptAs?: KeptAs
    /** Persons with one of these acts may not refuse; default: who entered or submitted it. */
    notBy?: readonly string[]
  }
  /** The function code of both decisions, if they share a page with other actions. */
  functionCode?: string
}

/**
 * A document that one person enters and submits, and another accepts or returns for correction; to be spread into a
 * declaration. Used by requisitions, transfer orders, cross-company issues, delivery notes, document handovers, and
 * what `npm run new-document -- --away=…` writes. Several reviews after each other are an `approvalChain` instead.
 *
 * - `entry`: the initial state, and the states in which the document may be edited
 * - `states`: draft, submitted, returned, and the accepted state
 * - `actions`: submit, withdraw (if given), the acceptance, refuse (which keeps its reason)
 * - `header`: the kept reason under the title 审批意见; without it the field has the title of the input
 *
 * Its cancellation is `cancelAction` and `cancelledState`, because other documents are cancelled too. `holdingEffects`
 * contains the effects of a document that holds stock as long as it is accepted.
 */
export function submissionLifecycle<
  const Accept extends string = 'approve',
  const Accepted extends string = 'approved',
  const Holds extends boolean = true,
  const KeptAs extends string = 'decisionRemark',
  const Withdrawn extends boolean = false,
>(given: Submission<Accept, Accepted, Holds, KeptAs, Withdrawn> = {}) {
  const { submitted, accept = {}, refuse = {} } = given
  const states = {
    draft: state(label('草稿', 'Draft'), 'draft'),
    submitted: state(submitted ?? label('待审批', 'Awaiting approval'), 'waiting'),
    returned: state(refuse.returned ?? label('已退回', 'Returned'), 'failed'),
    [accept.state ?? 'approved']: state(accept.accepted ?? label('已批准', 'Approved'), 'active'),
  }
  return {
    entry: { initial: 'draft', editable: ['draft', 'returned'] } as const,
    header: {
      decisionRemark: text(label('审批意见', 'Decision remark'), { by: 'server', width: 160 }),
    },
    states: states as Record<'draft' | 'submitted' | 'returned' | Accepted, StateDeclaration>,
    actions: actionsOf(given) as unknown as SubmissionActions<
      Accept,
      Accepted,
      Holds,
      KeptAs,
      Withdrawn
    >,
  }
}

/** Its actions, in the order in which they are offered. */
function actionsOf(given: Submission<string, string, boolean, string, boolean>) {
  const { submit, withdraw, accept = {}, refuse = {}, functionCode } = given
  const byCode = functionCode === undefined ? {} : { functionCode }
  const toDraft = {
    label: label('撤回', 'Withdraw'),
    from: ['submitted'],
    to: 'draft',
    isUndo: true,
  }
  return {
    submit: {
      label: submit ?? label('提交审批', 'Submit for approval'),
      from: ['draft', 'returned'],
      to: 'submitted',
    },
    ...(withdraw === true ? { withdraw: toDraft } : {}),
    [accept.action ?? 'approve']: {
      label: accept.label ?? label('批准', 'Approve'),
      from: ['submitted'],
      to: accept.state ?? 'approved',
      notBy: makers,
      approval: { escalatesTo: null },
      ...byCode,
      ...(accept.isPreviewed === false ? {} : { isPreviewed: true }),
    },
    refuse: {
      label: refuse.label ?? label('退回', 'Return'),
      from: ['submitted'],
      to: 'returned',
      notBy: refuse.notBy ?? makers,
      ...byCode,
      isDangerous: true,
      input: keptReason(
        refuse.keptAs ?? 'decisionRemark',
        refuse.reason ?? label('退回原因', 'Reason'),
        refuse.reasons ?? reasonsOfRefusal,
      ),
    },
  }
}

/** The document is given up; nothing of it happens any more. */
export const cancelledState = { cancelled: state(label('已取消', 'Cancelled'), 'cancelled') }

/** The action that leads to `cancelledState`, with a reason that is kept in `cancelReason`. */
export function cancelAction<const State extends string>(given: {
  /** Default 取消. */
  label?: Label
  /** The states from which it is possible. */
  from: readonly State[]
  /** Usual reasons. */
  reasons?: readonly Label[]
  functionCode?: string
}) {
  return {
    label: given.label ?? label('取消', 'Cancel'),
    from: given.from,
    to: 'cancelled',
    ...(given.functionCode === undefined ? {} : { functionCode: given.functionCode }),
    isDangerous: true,
    input: keptReason(
      'cancelReason',
      label('取消原因', 'Reason of cancellation'),
      given.reasons ?? reasonsOfWithdrawal,
    ),
  } as const
}
