import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * The query cache. A list is fresh for half a minute; on return to a tab an older one is refetched in the background
 * (shell.md section 3). Writes are never repeated automatically.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
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
}
