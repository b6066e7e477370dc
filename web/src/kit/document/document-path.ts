/** Address of a document in a tab of its own. */
export function documentPath(name: string, id: string): string {
  return `/document/${name}/${id}`
}

/** Opens a page of the product in its own tab: the shell makes a tab for each address. */
export function openPath(path: string): void {
  location.hash = path
}

/** Opens a document in its own tab. */
export function openDocument(name: string, id: string): void {
  openPath(documentPath(name, id))
}
