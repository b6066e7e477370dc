/** Loaded and loading files by URL. Failures are not kept, so that they can be retried. */
const asked = new Map<string, Promise<void>>()

/**
 * Loads a part of the page: first its files, then its module. Replaces the loader of the build tool (`__vitePreload`),
 * which uses the browser's module map: Chromium before 150 never retries a file that failed there until the page is
 * reloaded, and a preload link keeps its failure too. Therefore each file is first fetched as data; the import then
 * finds it in the browser's cache, where files with a content hash stay permanently.
 * @param files URLs of the module, its imports and their styles, relative to `importer`
 * @throws PartMissing if a file cannot be fetched; calling again retries it
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

/** Files named in the page itself were loaded with it. */
function isInPage(address: string): boolean {
  return (
    [...document.scripts].some(({ src }) => src === address) ||
    [...document.querySelectorAll('link')].some(({ href }) => href === address)
  )
}

async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'high' }).catch(() => null)
  // Read the body completely, otherwise it is not cached.
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

/** A file of the page that could not be fetched: offline, or removed by a deployment. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  readonly address: string

  constructor(address: string) {
    super(`a part of the product could not be fetched: ${address}`)
    this.address = address
  }
}
