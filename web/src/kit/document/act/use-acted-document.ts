import { useQuery } from '@tanstack/react-query'
import type { DocumentResponse, MoveRow, Preview } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documentApi } from '../document-api.ts'
import type { ListedDocument } from '../listed-document.ts'

interface ActedDocument {
  /** Header and lines; undefined until they are read. */
  data: DocumentResponse | undefined
  /** Its movements, unless the preview shows those of the act, or the act asks for something of each line. */
  moves: readonly MoveRow[]
  movesItself: boolean
  error: unknown
  isLoading: boolean
  refetch: () => void
}

/**
 * Reads the goods of a document that is acted on. The dialog and its content both ask: whoever acts sees what he acts on
 * before he can, and nothing moves afterwards.
 */
export function useActedDocument(
  definition: AnyDocument,
  action: string,
  { id, version }: Pick<ListedDocument, 'id' | 'version'>,
  preview: Preview | undefined,
): ActedDocument {
  const { name } = definition
  const goods = useQuery({
    queryKey: ['document', name, id, 'act', version],
    queryFn: ({ signal }) => documentApi.read(name, id, signal),
    enabled: id !== '',
  })
  // Cells to fill in stand in place of the movements: whoever has filled them in does not wait for what is not shown.
  const areMovesShown =
    definition.posts === true && definition.actions[action]?.lineInput === undefined
  const movesItself = (preview?.moves.length ?? 0) > 0
  const moves = useQuery({
    queryKey: ['document', name, id, 'moves'],
    queryFn: ({ signal }) => documentApi.moves(name, id, signal),
    enabled: id !== '' && areMovesShown && !movesItself,
  })
  return {
    data: goods.data,
    moves: moves.data ?? [],
    movesItself,
    error: goods.error,
    isLoading: goods.isLoading || moves.isLoading,
    refetch: () => void goods.refetch(),
  }
}
