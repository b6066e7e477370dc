import { useQuery } from '@tanstack/react-query'
import type { ActionRequest, Preview } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Row } from '../../fields/field-column.ts'
import type { ListedDocument } from '../listed-document.ts'
import { documentApi } from '../document-api.ts'
import { noPreview, previewAll } from './preview-all.ts'
import type { Previewed } from './preview-all.ts'

/** Maximum number of previewed documents of a large batch. */
const previewedAtMost = 10

/** The request of an action. */
export function requestOf(
  version: number,
  input: Row,
  lines: ActionRequest['lines'],
): ActionRequest {
  return { version, input, ...(lines === undefined ? {} : { lines }) }
}

/** The preview for the selected documents, requested again when the input changes. */
export function useActionPreview(options: {
  definition: AnyDocument
  action: string
  documents: readonly ListedDocument[]
  input: Row
  /** What is given of the lines of a document. */
  linesOf: (id: string) => ActionRequest['lines']
  isEnabled: boolean
}): Previewed & { isLoading: boolean; isPartial: boolean; error: unknown } {
  const { definition, action, documents, input, linesOf } = options
  const chosen = documents.slice(0, previewedAtMost)
  const versions = chosen.map(({ id, version }) => [id, version, linesOf(id)])
  const { data, error, isLoading } = useQuery({
    queryKey: ['preview', definition.name, action, versions, input],
    queryFn: ({ signal }) =>
      previewAll(chosen, ({ id, version }): Promise<Preview> =>
        documentApi.preview(
          definition.name,
          id,
          action,
          requestOf(version, input, linesOf(id)),
          signal,
        ),
      ),
    enabled: options.isEnabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return {
    ...(data ?? noPreview),
    isLoading: isLoading && options.isEnabled,
    isPartial: documents.length > chosen.length && data !== undefined,
    error,
  }
}
