import type { Transaction } from '../platform/database/database.ts'
import type { PostedMove, ReverseMovesRequest } from './move.ts'

export async function reverseMoves(tx: Transaction, request: ReverseMovesRequest): Promise<PostedMove[]> {
  throw new Error(`in work: ${request.byDocumentNo} ${typeof tx}`)
}
