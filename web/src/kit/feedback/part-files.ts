/** What has come or is on its way, by address. What failed is not kept, so that it is asked for again. */
const asked = new Map<string, Promise<void>>()

/**
 * Loads a part of the product: first its files, then its module. Takes the place of the loader that the
 * build tool brings (`__vitePreload`), which hands the files to the browser's own list of modules: a file
 * that failed there is never asked for again by Chromium before 150, until the page is reloaded, and a
 * link that preloads keeps its failure, too. So each file is first fetched as plain data; the import then
 * finds it in the browser's cache, where files named by their content stay for good.
 *
 * @param files addresses of the module, of all that it imports and of their styles, relative to `importer`
 * @throws PartMissing when a file cannot be had; calling it again asks for that file again
 */
export async function loadPart<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] | undefined,
  importer: string,
): Promise<Module> {
  await Promise.all((files ?? []).map((file) => fileHere(new URL(file, importer).href)))
  return importModule()
}

function fileHere(address: string): Promise<void> {
  const known = asked.get(address)
  if (known !== undefined) return known
  const coming = isInPage(address)
    ? Promise.resolve()
    : address.endsWith('.css')
      ? addStyle(address)
      : fetchScript(address)
  asked.set(address, coming)
  coming.catch(() => asked.delete(address))
  return coming
}

/** What the page itself names came with it. */
function isInPage(address: string): boolean {
  return (
    [...document.scripts].some(({ src }) => src === address) ||
    [...document.querySelectorAll('link')].some(({ href }) => href === address)
  )
}

async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'high' }).catch(() => null)
  // Read to its end, else the cache does not keep it.
  const content = await answer?.arrayBuffer().catch(() => null)
  if (answer?.ok !== true || content == null) throw new PartMissing(address)
}

function addStyle(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = address
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new PartMissing(address))
    })
    document.head.append(link)
  })
}

/** A file of the product that could not be fetched: no network, or a deploy took it away. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  readonly address: string

  constructor(address: string) {
    super(`a part of the product could not be fetched: ${address}`)
    this.address = address
  }
}
