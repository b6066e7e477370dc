/** A test file of a run. */
export interface TestFile {
  /** Relative to the repository. */
  path: string
  /** As it passed, with its hooks. */
  seconds: number
  /** See `computing-time.ts`; null if the file did not run. */
  computingSeconds: number | null
  /** Whether it holds a document to the conformance suite. */
  isConformance: boolean
}

/**
 * The longest a file may compute, in seconds (without the shared PostgreSQL, which takes as much again or half as much
 * more). The run grows with every document type: a type is to add seconds, and one long file must not run alone at the
 * end. The limits are twice what the slowest file takes on two cores, because computing takes up to a third longer on a busy
 * machine. Files with journeys contain many, and compute with their product and a part of their browser.
 */
export const computingMax = { file: 160, conformance: 50, journeys: 160 } as const

const shown = 10

function limitOf({ path, isConformance }: TestFile): number {
  if (path.endsWith('.e2e.ts')) return computingMax.journeys
  return isConformance ? computingMax.conformance : computingMax.file
}

/** The files that take too long, each with what is to be said of it. */
export function findTooLong(files: readonly TestFile[]): string[] {
  return files.flatMap((file) => {
    const { path, computingSeconds } = file
    const limit = limitOf(file)
    return computingSeconds !== null && computingSeconds > limit
      ? [
          `${path} computes for ${computingSeconds.toFixed(1)} s; at most ${limit} s: split it, or find what takes so long`,
        ]
      : []
  })
}

/** The slowest files as lines, the slowest first: seconds of computing, seconds that passed, path. */
export function slowestFiles(files: readonly TestFile[]): string[] {
  return files
    .filter(
      (file): file is TestFile & { computingSeconds: number } => file.computingSeconds !== null,
    )
    .toSorted((left, right) => right.computingSeconds - left.computingSeconds)
    .slice(0, shown)
    .map(
      ({ path, seconds, computingSeconds }) =>
        `${computingSeconds.toFixed(1).padStart(7)} s  ${seconds.toFixed(1).padStart(7)} s  ${path}`,
    )
}
