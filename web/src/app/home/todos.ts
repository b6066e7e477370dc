import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { api } from '../../kit/api/client.ts'

/** One kind of work that waits for the person: how much, and the page where it is done. */
export interface TodoGroup {
  path: string
  zh: string
  en: string
  count: number
}

/** A to-do with what it is about and where it is done. */
export interface TodoRow {
  id: string
  documentType: string
  documentLabel: Label
  documentId: string
  documentNo: string
  actionLabel: Label
  handleUrl: string
  createdAt: string
  isOverdue: boolean
  goods: {
    materialNo: string
    description: string
    quantity: string
    unit: string
    lineCount: number
  } | null
}

export interface Todos {
  rows: TodoRow[]
  nextCursor: string | null
  groups: TodoGroup[]
  total: number
}

const refreshMs = 60_000

/**
 * What waits for the person, the longest first; read again each minute while the window is looked at, and with
 * each message.
 *
 * @param path only what is done on this page
 */
export function useTodos(path: string | null = null): UseQueryResult<Todos> {
  return useQuery({
    queryKey: ['todos', path],
    queryFn: ({ signal }) =>
      api.post<Todos>('/api/todos/list', { path }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  })
}
