import { stocktaking } from './stocktaking.ts'

/** The document types of the area. */
export const documents = {
  stocktaking,
} as const
