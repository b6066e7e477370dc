import { api } from '../../api/client.ts'
import { copyText } from '../../copy-text.ts'
import type { ViewContent } from './list-views.ts'

/** A view somebody handed on, as the server keeps it. */
export interface SharedView {
  id: string
  pagePath: string
  pageKey: string
  name: string
  content: unknown
  createdByName: string
}

/** The path of the page a list is on; null for lists that are on no page of their own. */
export function pathOfList(pageKey: string): string | null {
  const [path = ''] = pageKey.split(' ')
  return path.startsWith('/') ? path : null
}

/** Which of several lists of one page; the page chooses it by this. */
function listOf(pageKey: string): string {
  return pageKey.split(' ').slice(1).join(' ')
}

/** The address of a shared view: its page, and which view. */
export function viewLink(base: string, pageKey: string, id: string): string {
  const query = new URLSearchParams({ view: id })
  if (listOf(pageKey) !== '') query.set('list', listOf(pageKey))
  return `${base.replace(/#.*$/s, '')}#${pathOfList(pageKey) ?? '/'}?${query}`
}

/** Keeps the view on the server and puts its link on the clipboard. Throws `ApiError`. */
export async function copyViewLink(
  pageKey: string,
  name: string,
  content: ViewContent,
): Promise<void> {
  const pagePath = pathOfList(pageKey)
  const { id } = await api.post<{ id: string }>('/api/shared-views', {
    pagePath,
    pageKey,
    name: name.slice(0, 60),
    content,
  })
  await copyText(viewLink(location.href, pageKey, id))
}

export function openSharedView(id: string, signal: AbortSignal): Promise<SharedView> {
  return api.get<SharedView>(`/api/shared-views/${encodeURIComponent(id)}`, { signal })
}
