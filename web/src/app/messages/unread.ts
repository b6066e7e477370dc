import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { MessageType } from '@kufang/contract/messages/message-event.ts'
import type { MessageView, UnreadCounts } from '@kufang/contract/messages/message-view.ts'
import { api, callApi } from '../../kit/api/client.ts'

interface UnreadPage {
  rows: MessageView[]
  count: number
}

interface OwnProfile {
  userId: string
  userName: string
}

const pageSize = 50
/** Poll interval of the counts while the live channel is down, ms. */
const refreshMs = 60_000
const countsKey = ['messages', 'unread']
const listKey = (type: MessageType): string[] => ['messages', 'list', type]
const calls = {
  notice: '/api/sms/smsInfo/queryNoReadNoticeList',
  agency: '/api/sms/smsInfo/queryNoReadAgencyList',
} as const

/** The user's id and name as used by the channel and the given calls. */
export function useOwnIdentity(): OwnProfile | null {
  const { data } = useQuery({
    queryKey: ['messages', 'identity'],
    queryFn: ({ signal }) =>
      api.get<OwnProfile>('/api/user/uouser/getCurUserInfo', { signal, isQuiet: true }),
    staleTime: Infinity,
    // Repeated every 2 s until it is known (product.md section 4).
    refetchInterval: ({ state }) => (state.data === undefined ? 2000 : false),
  })
  return data ?? null
}

/** Numbers of unread messages. `isReady` delays the request for the first 2 s (product.md section 9). */
export function useUnreadCounts(isReady: boolean, isLive: boolean): UnreadCounts {
  const { data } = useQuery({
    queryKey: countsKey,
    queryFn: ({ signal }) =>
      api.get<UnreadCounts>('/api/messages/unread', { signal, isQuiet: true }),
    enabled: isReady,
    refetchInterval: isLive ? false : refreshMs,
    refetchIntervalInBackground: false,
  })
  return data ?? { notices: 0, todos: 0 }
}

/** Refetches all message data and the to-dos of the home page. */
export function reloadMessages(client: QueryClient): void {
  client.invalidateQueries({ queryKey: countsKey }).catch(console.error)
  client.invalidateQueries({ queryKey: ['messages', 'list'] }).catch(console.error)
  client.invalidateQueries({ queryKey: ['todos'] }).catch(console.error)
}

/** Unread messages of one kind, 50 at a time; messages read meanwhile cause no gaps. */
export function useUnreadList(type: MessageType, receiveUser: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: listKey(type),
    queryFn: async ({ pageParam, signal }): Promise<UnreadPage> => {
      const body = { receiveUser, appId: '4517', tenantId: '', pageNum: pageParam, pageSize }
      const reply = await callApi<MessageView[]>(calls[type], { method: 'POST', body, signal })
      return { rows: reply.datas, count: reply.count ?? reply.datas.length }
    },
    enabled: receiveUser !== undefined,
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = distinct(pages).length
      return loaded >= last.count ? undefined : Math.floor(loaded / pageSize) + 1
    },
  })
  return { ...query, rows: distinct(query.data?.pages ?? []) }
}

/** Removes duplicates: pages overlap if messages were read or arrived in between. */
export function distinct(pages: readonly { rows: readonly MessageView[] }[]): MessageView[] {
  const byId = new Map<string, MessageView>()
  for (const row of pages.flatMap(({ rows }) => rows))
    if (!byId.has(row.msgSendId)) byId.set(row.msgSendId, row)
  return [...byId.values()]
}

/** Removes read messages from the list and reduces both counts at once (product.md section 4). */
function forget(client: QueryClient, type: MessageType, ids: ReadonlySet<string>): void {
  let gone = 0
  client.setQueryData<InfiniteData<UnreadPage>>(listKey(type), (data) => {
    if (data === undefined) return data
    gone = distinct(data.pages).filter(({ msgSendId }) => ids.has(msgSendId)).length
    return {
      ...data,
      pages: data.pages.map(({ rows, count }) => ({
        rows: rows.filter(({ msgSendId }) => !ids.has(msgSendId)),
        count: count - gone,
      })),
    }
  })
  client.setQueryData<UnreadCounts>(countsKey, (counts) => {
    if (counts === undefined) return counts
    const name = type === 'notice' ? 'notices' : 'todos'
    return { ...counts, [name]: Math.max(0, counts[name] - Math.max(gone, 1)) }
  })
  client.invalidateQueries({ queryKey: countsKey }).catch(console.error)
}

/** Marks messages as read, first on the server; throws its refusals. */
export function useMarkRead(): (type: MessageType, ids: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  const identity = useOwnIdentity()
  return async (type, ids) => {
    if (type === 'notice') {
      await api.post('/api/sms/smsInfo/updateNoticeMessage', {
        msgSendIds: ids,
        createUser: identity?.userId ?? '',
        createUserName: identity?.userName ?? '',
      })
    } else {
      for (const msgSendId of ids)
        await api.post('/api/sms/smsInfo/updateAgencyMessage', { msgSendId })
    }
    forget(client, type, new Set(ids))
  }
}
