import type { Transaction } from '../platform/database/database.ts'
import type { PostMovesRequest, PostedMove } from './move.ts'

export async function postMoves(tx: Transaction, request: PostMovesRequest): Promise<PostedMove[]> {
  throw new Error(`in work: ${request.documentNo} ${typeof tx}`)
}
