import { posix } from 'node:path'
import type { SourceFile } from './structure-rules.ts'

/*
 * Folders have an order: no two need each other, neither those that lie side by side, each with all that is in it, nor those
 * of the files that lie directly in them, so that files beside sub-folders have their place too. Tests may use everything.
 */

/** Where folders have an order. */
export const orderedRoots = [
  'packages/contract/src/document',
  'server/src/document',
  'web/src/kit',
] as const

const isTest = /\.(test|test-d)\.tsx?$|\/(testing|conformance|model)\//
const imports = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g

type Imports = Map<string, Map<string, string>>

/** What each folder below a root imports of others below it, with one file as an example. */
function importsOfFolders(root: string, files: readonly SourceFile[]): Imports {
  const folders: Imports = new Map()
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
  const breaches = [...new Set([folders, sideBySide(folders)].flatMap(circlesIn))]
  return { folders: folders.size, breaches }
}

/** The same imports, each between the two folders that lie side by side and hold its ends with all that is in them. */
function sideBySide(folders: ReadonlyMap<string, ReadonlyMap<string, string>>): Imports {
  const whole: Imports = new Map()
  for (const [from, others] of folders)
    for (const [to, example] of others) {
      const [ownPath, otherPath] = [from.split('/'), to.split('/')]
      const common = ownPath.findIndex((name, index) => name !== otherPath[index])
      // One holds the other: its own files are no folder beside it.
      if (common < 0 || common >= otherPath.length) continue
      const own = ownPath.slice(0, common + 1).join('/')
      const other = otherPath.slice(0, common + 1).join('/')
      const known = whole.get(own) ?? new Map<string, string>()
      whole.set(own, known)
      if (!known.has(other)) known.set(other, example)
    }
  return whole
}

function circlesIn(folders: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  return [...folders.keys()].flatMap((folder) => {
    const way = wayRound(folder, folders)
    return way === null ? [] : [`${folder}: folders in a circle: ${way.join('; ')}`]
  })
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
