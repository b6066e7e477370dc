import { QueryClient } from '@tanstack/react-query'
import { languageStore } from '../text/language.ts'
import { ApiError } from './api-error.ts'

/**
 * The query cache. A list is fresh for half a minute; on return to a tab an older one is refetched in the background
 * (shell.md section 3). Writes are never repeated automatically.
 */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => error instanceof ApiError && error.isTransient && failures < 1,
      },
      mutations: { retry: false },
    },
  })
  // Some answers are in the language of their request, such as the words of the ERP.
  languageStore.subscribe(() => void client.invalidateQueries().catch(console.error))
  return client
}
