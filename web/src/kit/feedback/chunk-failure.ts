import { PartMissing } from './part-files.ts'

/**
 * Whether a part of the product could not be fetched, as after a deploy that took it away; each
 * browser and the build tool have their own words for it.
 */
export function isChunkFailure(error: unknown): boolean {
  return (
    error instanceof PartMissing ||
    (error instanceof Error &&
      /dynamically imported module|module script|Importing a module/i.test(error.message))
  )
}
