import { state } from './define-document.ts'
import { label } from './label.ts'

/**
 * What the director has approved is taken back with his approval too (domain.md 1.4): after the shift leader he approves or
 * refuses it. The route of the document, which a refusal keeps, is that of its reversal. To be spread into a declaration, with
 * the actions of its reversal, `functionCode` and `notBy`.
 */
export const directorReversal = {
  states: {
    reversalToDirector: state(label('冲销待主任审批', 'Reversal awaiting the director'), 'waiting'),
  },
  /** Over `approveReversal`, which then ends in no state: it depends on the route. */
  byLeader: { to: null, approval: { escalatesTo: 'approveReversalDirector' } },
  approve: {
    label: label('主任同意冲销', 'Approve reversal as director'),
    from: ['reversalToDirector'],
    isPreviewed: true,
  },
  refuse: {
    label: label('主任驳回冲销', 'Refuse reversal as director'),
    from: ['reversalToDirector'],
  },
} as const
