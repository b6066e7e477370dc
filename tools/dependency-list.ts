/** The parts of an npm lock file that the list needs. */
export interface LockFile {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  license?: string
  link?: boolean
  dev?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Known {
  reasons: Record<string, string>
  licences: Record<string, string>
}

/** Licences under which the product may use and distribute a package. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT AND OFL-1.1',
  'MIT License',
  'MIT-0',
  // Weak copyleft per file: used unchanged.
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'CC0-1.0',
  // A choice of two that are allowed.
  '(MIT OR CC0-1.0)',
])

/**
 * Renders the list of all packages, and returns its problems: a package without a reason, a reason without a package, a
 * licence that is unknown or not allowed.
 */
export function listDependencies(
  lock: LockFile,
  known: Known,
): { page: string; problems: string[] } {
  const problems: string[] = []
  const workspaces = Object.entries(lock.packages).filter(
    ([path]) => !path.includes('node_modules/'),
  )
  const direct = new Map<string, { of: string[]; isForTests: boolean }>()
  for (const [path, workspace] of workspaces) {
    const add = (names: object | undefined, isForTests: boolean) => {
      for (const name of Object.keys(names ?? {})) {
        if (name.startsWith('@kufang/')) continue
        const entry = direct.get(name) ?? { of: [], isForTests: true }
        entry.of.push(path === '' ? 'root' : path)
        entry.isForTests &&= isForTests
        direct.set(name, entry)
      }
    }
    add(workspace.dependencies, false)
    add(workspace.optionalDependencies, false)
    add(workspace.devDependencies, true)
  }
  const rows = { product: [] as string[], tests: [] as string[] }
  for (const [name, { of, isForTests }] of [...direct].toSorted(byName)) {
    const found = lock.packages[`node_modules/${name}`]
    const reason = known.reasons[name]
    if (reason === undefined) problems.push(`${name}: no reason in tools/dependency-reasons.ts`)
    const row = `| ${name} | ${found?.version ?? ''} | ${licenceOf(name, found, known)} | ${of.join(', ')} | ${reason ?? ''} |`
    rows[isForTests ? 'tests' : 'product'].push(row)
  }
  for (const name of Object.keys(known.reasons)) {
    if (!direct.has(name)) problems.push(`${name}: has a reason and is no dependency any more`)
  }
  const byLicence = new Map<string, Set<string>>()
  for (const [path, found] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || found.link === true) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = licenceOf(name, found, known)
    if (!allowed.has(licence)) problems.push(`${name}: licence ${licence || 'unknown'}`)
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(name))
  }
  const head = ['| package | version | licence | needed by | reason |', '|---|---|---|---|---|']
  const page = [
    '# Dependencies',
    '',
    'Made by `npx node tools/dependencies.ts` from package-lock.json; `npm test` checks that it is up to date, that every package has a reason and every licence is allowed.',
    '',
    'Known weaknesses: `npm test` asks the registry (`npx node tools/audit-packages.ts`); one in a package of the product fails it, one in what only builds and tests is told. The registry this list was made with refuses the question (`405 Method Not Allowed`), so here nothing is known, and the check says so. Before a release `npm audit --omit=dev` must come back clean where the registry answers.',
    '',
    `## Of the product (${rows.product.length})`,
    '',
    ...head,
    ...rows.product,
    '',
    `## Of building and testing (${rows.tests.length})`,
    '',
    ...head,
    ...rows.tests,
    '',
    '## All packages by licence, those they need in turn included',
    '',
    ...[...byLicence]
      .toSorted(byName)
      .flatMap(([licence, names]) => [
        `**${licence}** (${names.size}): ${[...names].toSorted((one, other) => one.localeCompare(other)).join(', ')}`,
        '',
      ]),
  ].join('\n')
  return { page, problems }
}

function licenceOf(name: string, found: LockedPackage | undefined, known: Known): string {
  return found?.license ?? known.licences[name] ?? ''
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one.localeCompare(other)
