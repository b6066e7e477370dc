import { useEffect, useEffectEvent, useState } from 'react'
import { usePageLocation } from '../kit/tab/page-location.ts'
import { pieceOfLink } from '../kit/pages/list/piece-link.ts'
import type { Piece } from '../kit/pages/list/piece-link.ts'

/**
 * The piece in the side panel: the one a link names, also if the page is open already, or one that was pressed.
 *
 * @param onShown called when one is shown, to close other panels
 */
export function useLinkedPiece(onShown: () => void): [Piece | null, (piece: Piece | null) => void] {
  const [piece, setPiece] = useState<Piece | null>(null)
  const show = (one: Piece | null): void => {
    if (one !== null) onShown()
    setPiece(one)
  }
  const { search, dropSearch } = usePageLocation()
  const take = useEffectEvent((linked: Piece) => {
    show(linked)
    // So that later changes by the user persist.
    dropSearch()
  })
  useEffect(() => {
    const linked = pieceOfLink(search)
    if (linked !== null) take(linked)
  }, [search])
  return [piece, show]
}
