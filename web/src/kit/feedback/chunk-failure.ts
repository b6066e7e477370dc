import { PartMissing } from './part-files.ts'

/**
 * Whether a chunk of the page could not be fetched, for example after a deployment removed it; browsers and the build
 * tool use different messages.
 */
export function isChunkFailure(error: unknown): boolean {
  return (
    error instanceof PartMissing ||
    (error instanceof Error &&
      /dynamically imported module|module script|Importing a module/i.test(error.message))
  )
}
