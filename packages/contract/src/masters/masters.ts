import type { AnyMaster } from '../document/define-list.ts'

/** The only list of every master. */
export const masters: Record<string, AnyMaster> = {}
