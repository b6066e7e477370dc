import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Folders and files whose tests take longest. */
export const long = [
  '/server/src/replay/',
  '/model/two-books/',
  '/server/src/demonstration/',
  '/tools/new-document.test.ts',
  '/e2e/pages-at-volume.e2e.ts',
]
/** What a file calls that holds a document type to what every document does: a line, and a hundred tests. */
const conformance = 'testConformance('

/**
 * Starts the longest tests and journeys first, so that no long file runs alone at the end while the other core is idle. The
 * default order is by size of the file alone, which for a list of imported journeys, a suite, or a short test over much data
 * says nothing about its duration.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const isJourney = (file: TestSpecification): boolean => file.moduleId.endsWith('.e2e.ts')
    const journeys = longestFirst(usual.filter(isJourney), ({ moduleId }) => moduleId)
    const ordered = [...usual.filter((file) => !isJourney(file)), ...journeys]
    const rankOf = ({ moduleId }: TestSpecification): number => rankOfFile(moduleId)
    return ordered.toSorted((left, right) => rankOf(left) - rankOf(right))
  }
}

/** 0 for what takes longest, 1 for the suite of a document type, 2 for anything else. */
export function rankOfFile(path: string, textOf: (path: string) => string = readText): number {
  if (long.some((part) => path.includes(part))) return 0
  return textOf(path).includes(conformance) ? 1 : 2
}

/** Sorted by the length of each test file together with the local modules it imports directly. */
export function longestFirst<File>(
  files: readonly File[],
  pathOf: (file: File) => string,
  textOf: (path: string) => string = readText,
): File[] {
  return files
    .map((file) => ({ file, length: lengthOf(pathOf(file), textOf) }))
    .toSorted((left, right) => right.length - left.length)
    .map(({ file }) => file)
}

function lengthOf(path: string, textOf: (path: string) => string): number {
  const text = textOf(path)
  const imported = [...text.matchAll(/from '(\.{1,2}\/[^']+)'/g)].map(([, name = '']) => name)
  return (
    imported
      // What all files share does not distinguish them.
      .filter((name) => !name.includes('support/'))
      .reduce((sum, name) => sum + textOf(join(dirname(path), name)).length, text.length)
  )
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
