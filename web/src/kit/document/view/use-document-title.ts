import { useQuery } from '@tanstack/react-query'
import { documentApi } from '../document-api.ts'
import { useEntityVersion } from '../../tab/entity-versions.ts'
import { useTabTitle } from '../../tab/tab-context.ts'

/** Sets the document number as the title of the tab when it is known. */
export function useDocumentTitle(name: string, id: string): void {
  const version = useEntityVersion(name)
  const { data } = useQuery({
    queryKey: ['document', name, id, 'read', version],
    queryFn: ({ signal }) => documentApi.read(name, id, signal),
  })
  useTabTitle(data?.header.docNo ?? null)
}
