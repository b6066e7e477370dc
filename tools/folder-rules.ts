import { posix } from 'node:path'
import type { SourceFile } from './structure-rules.ts'

/*
 * dependency-cruiser refuses circles of folders with all that is in them. Here the files that lie directly in a folder count by
 * themselves, so that those beside sub-folders have their place in the order too.
 */

/** Where folders have an order. */
export const orderedRoots = [
  'packages/contract/src/document',
  'server/src/document',
  'web/src/kit',
] as const

const isTest = /\.(test|test-d)\.tsx?$|\/(testing|conformance|model)\//
const imports = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** What each folder below a root imports of others below it, with one file as an example. */
function importsOfFolders(
  root: string,
  files: readonly SourceFile[],
): Map<string, Map<string, string>> {
  const folders = new Map<string, Map<string, string>>()
  for (const { path, text } of files) {
    if (!path.startsWith(`${root}/`) || isTest.test(path)) continue
    const folder = posix.dirname(path)
    const others = folders.get(folder) ?? new Map<string, string>()
    folders.set(folder, others)
    for (const [, named = ''] of text.matchAll(imports)) {
      const imported = posix.join(folder, named)
      const other = posix.dirname(imported)
      const isBelow = other === root || other.startsWith(`${root}/`)
      if (isBelow && other !== folder && !others.has(other))
        others.set(other, `${path} imports ${imported}`)
    }
  }
  return folders
}

/**
 * Folders that import each other, directly or over others.
 * @returns how many folders were looked at, and for each that reaches itself a sentence with the files on one way round
 */
export function circlesOfFolders(
  root: string,
  files: readonly SourceFile[],
): { folders: number; breaches: string[] } {
  const folders = importsOfFolders(root, files)
  const breaches = [...folders.keys()].flatMap((folder) => {
    const way = wayRound(folder, folders)
    return way === null ? [] : [`${folder}: folders in a circle: ${way.join('; ')}`]
  })
  return { folders: folders.size, breaches }
}

/** The shortest way from a folder back to it, as the imports on it. */
function wayRound(
  start: string,
  folders: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string[] | null {
  const ways: { folder: string; way: string[] }[] = [{ folder: start, way: [] }]
  const seen = new Set<string>()
  for (const { folder, way } of ways)
    for (const [next, example] of folders.get(folder) ?? []) {
      if (next === start) return [...way, example]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push({ folder: next, way: [...way, example] })
    }
  return null
}
