import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { PostingFailure } from '@kufang/contract/document/posting-cure.ts'
import { api } from '../../kit/api/client.ts'

/** To-dos of one kind: their number, and the page where they are processed. */
export interface TodoGroup {
  path: string
  zh: string
  en: string
  count: number
}

/** A to-do with its document and page. */
export interface TodoRow {
  id: string
  documentType: string
  documentLabel: Label
  documentId: string
  documentNo: string
  /** The number as people say it: of a business parameter its label and place. */
  documentName: Label
  /** False for a change of a rule or of rights: it is opened on the page where it is approved. */
  isDocument: boolean
  actionLabel: Label
  handleUrl: string
  createdAt: string
  dueAt: string
  isOverdue: boolean
  goods: {
    materialNo: string
    description: string
    /** Null while a blind count hides it. */
    quantity: string | null
    unit: string
    lineCount: number
  } | null
  /** What failed in the ERP and what to do, if that is why a person has to act. */
  failure: PostingFailure | null
}

export interface Todos {
  rows: TodoRow[]
  nextCursor: string | null
  groups: TodoGroup[]
  total: number
}

const refreshMs = 60_000

/**
 * The user's to-dos, earliest due first; refetched every minute while the window is visible, and with each message.
 *
 * @param path only to-dos processed on this page
 */
export function useTodos(path: string | null = null): UseQueryResult<Todos> {
  return useQuery({
    queryKey: ['todos', path],
    queryFn: ({ signal }) =>
      api.post<Todos>('/api/todos/list', { path, size: 100 }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  })
}
