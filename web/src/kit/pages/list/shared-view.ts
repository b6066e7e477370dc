import { api } from '../../api/client.ts'
import { copyText } from '../../text/copy-text.ts'
import type { ViewContent } from './list-views.ts'

/** A shared view as stored by the server. */
export interface SharedView {
  id: string
  pagePath: string
  pageKey: string
  name: string
  content: unknown
  createdByName: string
}

/** The path of the page of a list; null for lists without a page of their own. */
export function pathOfList(pageKey: string): string | null {
  const [path = ''] = pageKey.split(' ')
  return path.startsWith('/') ? path : null
}

/** Identifies one of several lists of a page. */
function listOf(pageKey: string): string {
  return pageKey.split(' ').slice(1).join(' ')
}

/** The URL of a shared view: its page and the view's id. */
export function viewLink(base: string, pageKey: string, id: string): string {
  const query = new URLSearchParams({ view: id })
  if (listOf(pageKey) !== '') query.set('list', listOf(pageKey))
  return `${base.replace(/#.*$/s, '')}#${pathOfList(pageKey) ?? '/'}?${query}`
}

/** Saves the view on the server and copies its link to the clipboard. Throws `ApiError`. */
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
