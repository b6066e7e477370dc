import { newId } from '@kufang/kernel/identifier.ts'
import { ignorePosting, retryPosting } from '../../../erp/person-actions.ts'
import { settleDocument } from '../../act/settle.ts'
import type { World } from '../../testing/world.ts'
import { days, type Books, type Ground } from './books.ts'
import {
  isOfBins,
  isOfCount,
  isOfFreeze,
  isOfIssuing,
  isOfPlaces,
  isOfReceiving,
  isOfTransfer,
  isOfWorld,
  type Answer,
  type Operation,
  type PersonOperation,
} from './operation.ts'
import { performBins, performPlaces } from './perform-bins.ts'
import { performCount } from './perform-counts.ts'
import { performFreeze } from './perform-freezes.ts'
import { performIssuing } from './perform-issuing.ts'
import { performReceiving } from './perform-receiving.ts'
import { performTransfer } from './perform-transfers.ts'
import { idOfPosting, performOutside, RefusedThere } from './perform-outside.ts'
import type { State } from './state.ts'

/** Performs one operation as a person, a job or a user of the ERP would; refusals are thrown unchanged. */
export function perform(
  books: Books,
  ground: Ground,
  state: State,
  operation: Operation,
): Promise<Answer> {
  return isOfWorld(operation)
    ? performOutside(books, ground, state, operation)
    : performPersonal(books.world, ground, state, operation)
}

const reason = { input: { reason: '试' } }
/** They are reversed after a request with a reason only. */
const isTakenBackWithoutReason: ReadonlySet<string> = new Set([
  'sample-withdrawal',
  'stocktaking',
  'freeze-order',
  'freeze-release',
])
const none: Answer = { id: '' }

async function performPersonal(
  world: World,
  ground: Ground,
  state: State,
  operation: PersonOperation,
): Promise<Answer> {
  if (isOfReceiving(operation)) return performReceiving(world, ground, state, operation)
  if (isOfIssuing(operation)) return performIssuing(world, ground, state, operation)
  if (isOfCount(operation)) return performCount(world, ground, state, operation)
  if (isOfTransfer(operation)) return performTransfer(world, ground, state, operation)
  if (isOfFreeze(operation)) return performFreeze(world, ground, state, operation)
  if (isOfBins(operation)) return performBins(world, ground, state, operation)
  if (isOfPlaces(operation)) return performPlaces(world, ground, state, operation)
  switch (operation.type) {
    case 'retry':
    case 'giveUp':
      return dealWith(world, state, operation)
    case 'post':
    case 'reverse': {
      const { name, id } = state.papers[operation.paper]!
      const { day } = operation
      const input = day === null ? {} : { postingDate: days[day] }
      return world.act(name, id, operation.type, { input })
    }
    case 'review':
    case 'refuse':
    case 'resubmit':
    case 'requestReversal':
    case 'approveReversal':
    case 'refuseReversal':
    case 'reversePhysical': {
      const { name, id, state: paperState } = state.papers[operation.paper]!
      const isOfDirector = paperState === 'reversalToDirector'
      const input =
        operation.type === 'resubmit'
          ? { input: { correction: '已更正' } }
          : ['review', 'approveReversal'].includes(operation.type) ||
              (isTakenBackWithoutReason.has(name) && operation.type === 'reversePhysical')
            ? {}
            : reason
      const action = (isOfDirector && byDirector[operation.type]) || operation.type
      return world.act(name, id, action, input)
    }
  }
}

const byDirector: Readonly<Record<string, string>> = {
  approveReversal: 'approveReversalDirector',
  refuseReversal: 'refuseReversalDirector',
}

/** A person deals with a dead letter. */
async function dealWith(
  { database, companyCode }: World,
  state: State,
  operation: { type: 'retry' | 'giveUp'; posting: number },
): Promise<Answer> {
  const postingId = await idOfPosting(database, state, state.postings[operation.posting]!)
  const action = { companyCode, postingId, userId: newId() }
  const change = await database.transaction((tx) =>
    operation.type === 'retry'
      ? retryPosting(tx, action, settleDocument)
      : ignorePosting(tx, { ...action, reason: '试' }, settleDocument),
  )
  // The route refuses with a code of its own.
  if (change === undefined) throw new RefusedThere('the posting does not permit it')
  return none
}
