import { state } from '../document/declare/define-document.ts'
import { choice, kept, text } from '../document/declare/field.ts'
import { label, type Label } from '../document/declare/label.ts'

// What the problem documents of purchase orders and those of reservations and sales orders have in common (domain.md 1.2):
// the product raises them, those concerned answer, and somebody else decides, or their cause is gone.

/** What may be decided about a problem. */
export const problemDecisions = {
  accepted: label('接受', 'Accepted as it is'),
  corrected: label('已更正', 'Corrected'),
  dismissed: label('不成立', 'No problem'),
} as const

/**
 * The states of a problem document.
 * @param answering what it waits for first
 * @param deciding what it waits for then
 */
export const problemStates = (answering: Label, deciding: Label) => ({
  raised: state(answering, 'waiting'),
  answered: state(deciding, 'active'),
  closed: state(label('已关闭', 'Closed'), 'done'),
})

/**
 * The answer to a problem and the decision about it, which also comes without an answer: goods and people wait.
 * @param answer the label of the act
 * @param words the label of what is said
 */
export const problemActions = (answer: Label, words: Label) =>
  ({
    answer: {
      label: answer,
      from: ['raised'],
      to: 'answered',
      input: { answer: kept('answer', text(words, { required: true, lengthMax: 400 })) },
    },
    decide: {
      label: label('确认处理', 'Decide'),
      from: ['raised', 'answered'],
      to: 'closed',
      notBy: ['create', 'answer'],
      input: {
        decision: kept(
          'decision',
          choice(label('处理结果', 'Decision'), problemDecisions, { required: true }),
        ),
        reason: kept(
          'decisionReason',
          text(label('处理说明', 'Reason'), { required: true, lengthMax: 200 }),
        ),
      },
    },
  }) as const
