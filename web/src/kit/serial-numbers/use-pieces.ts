import { useQuery } from '@tanstack/react-query'
import type { Filter, ListResponse } from '@kufang/contract/document/api.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../api/client.ts'
import { momentText } from '../fields/moment-text.ts'
import type { OfferedPiece } from '../text/serial-list.ts'

/** What a line may take its pieces from: unknown numbers, known ones, or what lies at its stock key. */
export type Offer =
  | { kind: 'free' }
  | { kind: 'known'; pieces: readonly OfferedPiece[]; mayBeOthers?: boolean }
  | { kind: 'stock'; query: string; filters: readonly Filter[] }

/** The pieces of an offer, oldest first; null if any number may be entered, or while they are not known. */
export interface Pieces {
  offered: readonly OfferedPiece[] | null
  condition: 'free' | 'loading' | 'failed' | 'known' | 'capped' | 'announced'
  /** They come from the stock, in the order in which they came in. */
  isOfStock: boolean
}

/** So many pieces of one key are read; what lies behind them can be scanned. */
const piecesMax = 500

/** Reads the pieces that a line may take when its cell is opened. */
export function usePieces(offer: Offer): Pieces {
  const { data, isError } = useQuery({
    queryKey: ['pieces', offer],
    queryFn: ({ signal }) =>
      offer.kind === 'stock'
        ? api.post<ListResponse>(
            `/api/queries/${offer.query}/list`,
            { filters: offer.filters, size: piecesMax },
            { signal, isQuiet: true },
          )
        : null,
    enabled: offer.kind === 'stock',
    // Somebody else may have taken one meanwhile.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const isOfStock = offer.kind === 'stock'
  if (offer.kind === 'free') return { offered: null, condition: 'free', isOfStock }
  if (offer.kind === 'known')
    return {
      offered: offer.pieces,
      condition: offer.mayBeOthers === true ? 'announced' : 'known',
      isOfStock,
    }
  if (isError) return { offered: null, condition: 'failed', isOfStock }
  if (data == null) return { offered: null, condition: 'loading', isOfStock }
  const isCapped = data.nextCursor !== null
  return { offered: data.rows.map(pieceOf), condition: isCapped ? 'capped' : 'known', isOfStock }
}

function pieceOf(row: Readonly<Record<string, unknown>>): OfferedPiece {
  const where = [row['bin'], row['batch']].map((part) => textOf(part))
  return {
    serialNumber: textOf(row['serialNo']),
    note: [momentText(row['receivedAt']), ...where].filter((part) => part !== '').join(' · '),
  }
}
