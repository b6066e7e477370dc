import { createContext, useContext } from 'react'

/** The URL of a page, as last visited in its tab: it stays the same while another tab is active. */
export interface PageLocation {
  pathname: string
  /** The query with its question mark, or ''. */
  search: string
  /** The variable parts of the path, such as the id of a document. */
  params: Readonly<Record<string, string>>
  /** Removes the query from the URL without a new history entry. */
  dropSearch: () => void
}

export const PageLocationContext = createContext<PageLocation>({
  pathname: '/',
  search: '',
  params: {},
  dropSearch: () => undefined,
})

/** The URL of the page of this component. */
export function usePageLocation(): PageLocation {
  return useContext(PageLocationContext)
}

/** The parameters in the query of the page's URL. */
export function usePageQuery(): URLSearchParams {
  return new URLSearchParams(usePageLocation().search)
}
