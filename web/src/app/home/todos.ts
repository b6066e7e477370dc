import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { PostingFailure } from '@kufang/contract/document/declare/posting-cure.ts'
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

/** A page of to-dos as the server sends it; the first one has the counts. */
interface TodoPage {
  rows: TodoRow[]
  nextCursor: string | null
  groups?: TodoGroup[]
  total?: number
}

export interface Todos {
  /** Those loaded so far. */
  rows: TodoRow[]
  groups: TodoGroup[]
  /** The number of all. */
  total: number
}

export interface LoadingTodos {
  /** Undefined while the first ones are loading. */
  todos: Todos | undefined
  error: unknown
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

const refreshMs = 60_000
/** To-dos loaded at once. */
const blockSize = 100

/**
 * The user's to-dos, earliest due first; refetched every minute while the window is visible, and with each message.
 *
 * @param path only to-dos processed on this page
 */
export function useTodos(path: string | null = null): LoadingTodos {
  const query = useInfiniteQuery({
    queryKey: ['todos', 'inbox', path],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.post<TodoPage>(
        '/api/todos/list',
        { path, cursor, size: blockSize },
        { signal, isQuiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  })
  return {
    todos: query.data === undefined ? undefined : together(query.data.pages),
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) query.fetchNextPage().catch(console.error)
    },
  }
}

/** The to-dos of all pages, each once: one that became due earlier meanwhile may be on two. */
function together(pages: readonly TodoPage[]): Todos {
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.id, row] as const)))
  const { groups = [], total = rows.size } = pages[0] ?? {}
  return { rows: [...rows.values()], groups, total }
}
