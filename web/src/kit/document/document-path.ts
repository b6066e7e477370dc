/** The URL of a document in its own tab. */
export function documentPath(name: string, id: string): string {
  return `/document/${name}/${id}`
}

/** Opens a page in its own tab: the shell has one tab per URL. */
export function openPath(path: string): void {
  location.hash = path
}

/** Opens a document in its own tab. */
export function openDocument(name: string, id: string): void {
  openPath(documentPath(name, id))
}
