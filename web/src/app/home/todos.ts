import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { api } from '../../kit/api/client.ts'

/** One kind of work that waits for the person: how much, and the page where it is done. */
export interface TodoGroup {
  path: string
  zh: string
  en: string
  count: number
}

export interface Todos {
  groups: TodoGroup[]
  total: number
}

const refreshMs = 60_000

/** What waits for the person; read again each minute while the window is looked at. */
export function useTodos(): UseQueryResult<Todos> {
  return useQuery({
    queryKey: ['todos'],
    queryFn: ({ signal }) => api.post<Todos>('/api/todos/list', {}, { signal, isQuiet: true }),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  })
}
